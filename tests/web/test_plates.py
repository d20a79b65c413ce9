"""The drawn maps agree with the games, and the static side needs nothing from outside."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import legation
from legation.books import book
from legation.books.awaw.powers import MINORS, PARTIES
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import ALL
from legation.core.game import Game
from legation.core.sight import Sight
from legation.web.present.plates import marks

STATIC = Path(legation.__file__).parent / "web/static"
PLATES = ("world", "europe", "europe-awaw", "pacific-awaw")
LARGEST = {"world": 120, "europe": 90, "europe-awaw": 90, "pacific-awaw": 90}  # KB
NAMESPACE = "http://www.w3.org/2000/svg"
SVG = f"{{{NAMESPACE}}}"
CLASSES = ("friendly", "economic", "sworn", "total", "own")


def read(name: str) -> str:
    return (STATIC / name).read_text()


def file_of(name: str) -> Path:
    of = "awaw" if name.endswith("-awaw") else "twg"
    return book(of).folder / f"plates/{name}.svg"


def plate(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(file_of(name).read_text())


def lands(name: str) -> list[ElementTree.Element]:
    return [el for el in plate(name).iter() if el.get("class") == "t"]


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def test_every_territory_is_on_the_world_plate_once() -> None:
    drawn = Counter(el.get("data-place") for el in lands("world"))
    assert set(drawn) == set(geography().places)
    assert set(drawn.values()) == {1}


def test_the_european_plate_shows_territories_of_the_game() -> None:
    drawn = Counter(el.get("data-place") for el in lands("europe"))
    assert set(drawn) <= set(geography().places)
    assert set(drawn.values()) == {1}
    mainland = {k for k, p in geography().places.items() if p.continent == "Europe" and p.neutral and p.mainland}
    assert mainland <= set(drawn)


def test_territories_carry_the_names_of_the_game() -> None:
    for name in ("world", "europe"):
        for el in lands(name):
            title = el.find(f"{SVG}title")
            assert title is not None
            assert title.text == geography().name(str(el.get("data-place")))


def test_every_minor_country_is_in_one_theatre_or_part_of_one() -> None:
    found: set[str | None] = set()
    for name in ("europe-awaw", "pacific-awaw"):
        drawn = [el.get("data-place") for el in lands(name)]
        assert len(drawn) == len(set(drawn))
        found |= {*drawn, *(el.get("data-in") for el in lands(name))}
    assert set(MINORS) <= found


def test_a_part_follows_a_country_of_the_game() -> None:
    for name in ("europe-awaw", "pacific-awaw"):
        wholes = {el.get("data-in") for el in lands(name)} - {None}
        assert wholes <= set(PARTIES)


def test_a_part_stands_out_only_by_a_result_of_its_own() -> None:
    game = Game.new(book("awaw"), "older")
    shown = marks(Sight(game, "umpire"))
    assert {shown[part].bloc for part in ("austria", "czechoslovakia")} == {"germany"}
    assert [shown[part].tag for part in ("austria", "croatia", "serbia", "luxembourg")] == [""] * 4
    assert shown["belgium"].tag == shown["yugoslavia"].tag == "3-4"  # on the part that the plate names


@pytest.mark.parametrize("name", PLATES)
def test_a_plate_is_well_made(name: str) -> None:
    root = plate(name)
    assert root.get("id") == name
    assert root.get("class") == "plate"
    assert root.get("aria-label")
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    for el in lands(name):
        x, y = map(float, str(el.get("data-at")).split(","))
        assert 0 <= x <= width, el.get("data-place")
        assert 0 <= y <= height, el.get("data-place")
        assert el.get("data-b") is None  # the game says who holds it
    named = {el.get("data-for") for el in root.iter() if el.get("data-for")}
    assert named <= {el.get("data-place") for el in lands(name)}
    groups = {el.get("class") for el in root.iter(f"{SVG}g")}
    assert {"ground", "lands", "names", "marks"} <= groups
    assert not list(root.iter(f"{SVG}style"))  # a plate is coloured by the page


def test_ids_are_unique_on_a_page_with_all_plates() -> None:
    text = "".join(file_of(name).read_text() for name in PLATES) + read("tinctures.svg")
    ids = Counter(re.findall(r'\sid="([^"]+)"', text))
    assert {i: n for i, n in ids.items() if n > 1} == {}


@pytest.mark.parametrize("name", PLATES)
def test_a_plate_is_small(name: str) -> None:
    assert file_of(name).stat().st_size <= LARGEST[name] * 1024


def test_a_desk_with_two_plates_leaves_room_for_the_game() -> None:
    scripts = [p.name for p in STATIC.glob("*.js")]
    files = ["legation.css", "plate.css", "icons.svg", "tinctures.svg"]
    files += ["vendor/htmx.min.js", *scripts]
    paths = [*(STATIC / name for name in files), file_of("world"), file_of("europe")]
    assert sum(map(packed, paths)) < 120 * 1024


def test_every_hatching_has_its_pattern_and_its_rule() -> None:
    patterns = set(re.findall(r'<pattern id="p-([\w-]+)"', read("tinctures.svg")))
    used = set(re.findall(r"url\(#p-([\w-]+)\)", read("plate.css")))
    assert patterns == used == {f"{power}-{c}" for power in ALL for c in CLASSES} | {"joint", "vichy"}


def served() -> list[Path]:
    return sorted(p for p in STATIC.rglob("*") if p.suffix in {".css", ".js", ".svg", ".html"})


@pytest.mark.parametrize("path", served(), ids=lambda p: p.name)
def test_nothing_is_fetched_from_outside(path: Path) -> None:
    addresses = set(re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z][^\s\"'`)<>]*", path.read_text()))
    assert addresses <= {NAMESPACE}


def test_style_sheets_point_at_files_that_exist() -> None:
    for sheet in ("legation.css", "plate.css"):
        for target in re.findall(r"url\(([^)#]+)\)", read(sheet)):
            assert (STATIC / target).is_file(), target


def test_a_page_never_names_a_colour_outside_the_tokens() -> None:
    for sheet in ("legation.css", "plate.css"):
        text = re.sub(r"(?s)/\*.*?\*/|:root \{.*?\n\}", "", read(sheet))
        rules = re.findall(r"([^{}]+)\{([^{}]*#[0-9a-f]{6}[^{}]*)\}", text)
        strangers = [selector.strip() for selector, _ in rules if not re.search(r"\.blank|\.qr", selector)]
        assert strangers == []  # the blank between seats and a QR code look the same in either light
