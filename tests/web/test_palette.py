"""The tinctures stay apart in every kind of vision, by day and by lamp.  The colours are read from the style sheet."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import legation
from legation.books.twg.powers import ALL

CSS = (Path(legation.__file__).parent / "web/static/legation.css").read_text()
APART = 20  # CIE 1976
THEMES = {"day": 0, "lamp": 1}
VISION = {  # Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB
    "normal": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
TOKEN = re.compile(r"--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)")
TOKENS = {name: (day, lamp) for name, day, lamp in TOKEN.findall(CSS)}
FILLS = {name: both for name, both in TOKENS.items() if name.startswith("b-")}


def linear(colour: str) -> np.ndarray:
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    x = XYZ @ light / [0.95047, 1, 1.08883]
    f = np.where(x > 0.008856, np.cbrt(x), 7.787 * x + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def contrast(a: str, b: str) -> float:
    """The contrast of two colours as WCAG reckons it."""
    dark, light = sorted(float(linear(c) @ [0.2126, 0.7152, 0.0722]) for c in (a, b))
    return (light + 0.05) / (dark + 0.05)


def test_every_power_has_a_fill_and_a_line() -> None:
    assert set(FILLS) == {f"b-{power}" for power in ALL}
    assert {f"h-{power}" for power in ALL} <= set(TOKENS)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("vision", VISION)
def test_fills_are_told_apart(theme: str, vision: str) -> None:
    colours = {name: TOKENS[name][THEMES[theme]] for name in (*FILLS, "land", "sea")}
    seen = {n: lab(np.clip(np.array(VISION[vision]) @ linear(c), 0, 1)) for n, c in colours.items()}
    close = {
        (a, b): round(float(np.linalg.norm(seen[a] - seen[b])), 1)
        for a, b in combinations(seen, 2)
        if {a, b} != {"land", "sea"} and np.linalg.norm(seen[a] - seen[b]) < APART  # a coastline parts land and sea
    }
    assert not close


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("paper", ["paper", "paper-2", "paper-3", "wax-wash", "umpire-wash"])
def test_text_is_legible_on_every_paper(theme: str, paper: str) -> None:
    ground = TOKENS[paper][THEMES[theme]]
    inks = ["ink", "ink-2", *(["wax-deep", "umpire", "link", "pencil", "bad", "good"] if paper == "paper" else [])]
    inks += {"wax-wash": ["wax-deep"], "umpire-wash": ["umpire"]}.get(paper, [])
    faint = {ink: round(contrast(TOKENS[ink][THEMES[theme]], ground), 2) for ink in inks}
    assert {ink: value for ink, value in faint.items() if value < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_waxed_buttons_and_names_on_the_map_are_legible(theme: str) -> None:
    k = THEMES[theme]
    assert contrast(TOKENS["on-wax"][k], TOKENS["wax"][k]) >= 4.5
    assert contrast(TOKENS["map-ink"][k], TOKENS["halo"][k]) >= 7  # the paper halo carries the name over any fill
