"""Cut the fonts of the web app to what a page needs: `sh tools/fonts/make.sh`.

Every face becomes two files: the letters and signs of English text, which every page loads, and the accented letters
and rare signs, which a browser fetches only when a page has one (the `unicode-range` of legation.css is printed here).
Weights nobody uses go.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont

OUT = Path(__file__).parents[2] / "legation/web/static/fonts"
RARE = set(map(ord, '"#*<=>@[\\]^_`{|}~'))  # nothing that the app says has one, but for ids with an edition
PLAIN = {*range(0x20, 0x7F), 0xA0, *map(ord, "·×é–—‘’“”…−")} - RARE  # é: a tincture in the legend
MORE = RARE | {*range(0xA1, 0x100), *map(ord, "ıŒœ‚„•′″⁄€")} - PLAIN
WEIGHTS = (400, 600)
GRID = 360  # units to the em: an eighth of a pixel in the largest heading
SLACK = 1.0  # units by which a point of a bolder weight may be off, if that spares telling where it is
NAMES = (1, 2, 3, 4, 6, 13, 14)


@dataclass(frozen=True)
class Face:
    name: str
    source: str
    family: str = ""  # a new name, where the old one is reserved for the unchanged font
    keeps: str = ""  # of the rare signs


FACES = (
    Face("eb-garamond", "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2"),
    Face("eb-garamond-italic", "@fontsource/eb-garamond/files/eb-garamond-latin-400-italic.woff2"),
    Face(
        "legation-sans",
        "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
        "Legation Sans",
    ),
    Face("courier-prime", "@fontsource/courier-prime/files/courier-prime-latin-400-normal.woff2", keeps="@"),
)


def again(font: TTFont) -> TTFont:
    """The same font, read back: the tools do not like each other's halves."""
    kept = io.BytesIO()
    font.flavor = None
    font.save(kept)
    kept.seek(0)
    return TTFont(kept)


def rename(font: TTFont, family: str) -> None:
    for row in font["name"].names:
        if row.nameID in (1, 3, 4, 6, 16):
            row.string = family.replace(" ", "") if row.nameID in (3, 6) else family


def loosen(font: TTFont) -> None:
    """Leave out what a renderer finds by itself, within the slack."""
    outlines, widths = font["glyf"], font["hmtx"].metrics
    for name, variations in font["gvar"].variations.items():
        points, about = outlines._getCoordinatesAndControls(name, widths)
        for one in variations:
            one.calcInferredDeltas(points, about.endPts)
            one.roundDeltas()
            one.optimize(points, about.endPts, tolerance=SLACK, isComposite=outlines[name].isComposite())


def ranges(letters: set[int]) -> str:
    """As a style sheet says it."""
    found: list[list[int]] = []
    for letter in sorted(letters):
        if found and found[-1][1] == letter - 1:
            found[-1][1] = letter
        else:
            found.append([letter, letter])
    return ", ".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in found)


def cut(source: Path, letters: set[int], family: str) -> bytes:
    font = again(TTFont(source))
    if "fvar" in font:
        font = again(instantiateVariableFont(font, {"wght": WEIGHTS}))
    if family:
        rename(font, family)
    options = subset.Options()
    options.layout_features = ["kern", "liga", "tnum"]
    options.name_IDs = [0, *NAMES]
    options.hinting = options.glyph_names = options.notdef_outline = False
    options.drop_tables += ["STAT", "BASE", "MVAR"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    scale_upem(font, GRID)
    if "gvar" in font:
        font = again(font)
        loosen(font)
    packed = io.BytesIO()
    font.flavor = "woff2"
    font.save(packed)
    return packed.getvalue()


def main(modules: Path) -> None:
    for face in FACES:
        kept = set(map(ord, face.keeps))
        for part, letters in (("", PLAIN | kept), ("-more", MORE - kept)):
            found = cut(modules / face.source, letters, face.family)
            (OUT / f"{face.name}{part}.woff2").write_bytes(found)
            print(f"{face.name}{part}.woff2", len(found), ranges(letters))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
