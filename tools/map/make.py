"""Make the plates of the web app: `sh tools/map/make.sh`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import yaml
from draw import Plate, View, draw, lambert, natural_earth
from regions import FRAME, WEST, Atlas, cut, europe, pacific, twg
from shapely import affinity
from shapely.geometry import box
from shapely.ops import unary_union
from tinctures import defs, thumb

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BOOKS = ROOT / "legation/books"
STATIC = ROOT / "legation/web/static"


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def main(file: Path) -> None:
    atlas = Atlas(file)
    land = cut(atlas)
    rest = unary_union(list(atlas.states.values())).intersection(FRAME)
    labels = yaml.safe_load((HERE / "labels.yaml").read_text())
    places = yaml.safe_load((ROOT / "legation/books/twg/map/map.yaml").read_text())
    titles = {slug(p["name"]): p["name"] for p in places}
    owners = {slug(p["name"]): slug(p["original_owner"]) for p in places}
    world, west, east = twg(land), europe(land, atlas), pacific(land, atlas)
    areas = {*west, *east, *(p for n in ("europe-awaw", "pacific-awaw") for p in labels[n].get("pins", ()))}
    spoken = {a: labels["names_of"].get(a, a.replace("-", " ").title()) for a in areas}
    conic = lambert(17, 38, 60, 52)
    near = {k: g for k, g in world.items() if g.intersects(box(-40, 24, 75, 80))}
    for far in ("greenland", "mali", "mauritania", "rio-de-oro"):
        near.pop(far, None)
    around = unary_union([rest, *land.values()]).difference(unary_union(list(east.values())).buffer(0.05))
    around = unary_union([around, affinity.translate(around, 360)]).intersection(box(60, -57, 250, 80))
    plates = (
        Plate(
            "world", "The world of 1939", View(natural_earth(WEST + 180), 299, 762, 424, 1540, 736), world, titles,
            labels["world"], 0.34, 0.25, 20, 1.08, rest,
        ),
        Plate(
            "europe", "Europe and the Mediterranean in 1939", View(conic, 1330, 538, 450, 1070, 925), near, titles,
            labels["europe"], 0.062, 0.03, 5, 1.12,
        ),
        Plate(
            "europe-awaw", "Europe in the war", View(conic, 1330, 538, 480, 1100, 1006), west, spoken,
            labels["europe-awaw"], 0.062, 0.03, 5, 1.1, seals=False,
        ),
        Plate(
            "pacific-awaw", "Asia and the Pacific in the war", View(natural_earth(141), 518, 552, 548, 1100, 980), east,
            spoken, labels["pacific-awaw"], 0.1, 0.05, 10, 1.1, around, seals=False,
        ),
    )  # fmt: skip
    for plate in plates:
        text = draw(plate)
        (BOOKS / ("awaw" if plate.name.endswith("-awaw") else "twg") / f"plates/{plate.name}.svg").write_text(text)
        print(f"{plate.name}.svg", len(re.findall('class="t"', text)), "territories", len(text) // 1024, "KB")
    (STATIC / "tinctures.svg").write_text(defs())
    css = (STATIC / "legation.css").read_text()
    (BOOKS / "twg/plates/thumb-twg.svg").write_text(thumb(plates[0], owners, css, 1.2))
    sample = {"germany": "germany", "austria": "germany", "czechoslovakia": "germany", "italy": "italy"}
    sample |= {"libya": "italy", "albania": "italy", "russia": "ussr", "ukraine": "ussr", "britain": "uk"}
    sample |= {"egypt": "uk", "british-mediterranean": "uk", "france": "france", "vichy-france": "france"}
    sample |= {"french-north-africa": "france", "syria": "france"}
    (BOOKS / "awaw/plates/thumb-awaw.svg").write_text(thumb(plates[2], sample, css, 0.35))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
