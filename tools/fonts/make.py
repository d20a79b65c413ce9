"""Cut the fonts of the web app to what a page needs: `sh tools/fonts/make.sh`.

Every face becomes two files: the letters and signs of English text, which every page loads, and the accented letters,
which a browser fetches only when a page has one (see `unicode-range` in legation.css).  Weights nobody uses go.
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
PLAIN = {*range(0x20, 0x7F), 0xA0, *map(ord, "·×é–—‘’“”…−")}  # é: a tincture in the legend
MORE = {*range(0xA1, 0x100), *map(ord, "ıŒœ‚„•′″⁄€")} - PLAIN
WEIGHTS = (400, 600)
GRID = 400  # units to the em: an eighth of a pixel in the largest heading
NAMES = (1, 2, 3, 4, 6, 13, 14)


@dataclass(frozen=True)
class Face:
    name: str
    source: str
    family: str = ""  # a new name, where the old one is reserved for the unchanged font


FACES = (
    Face("eb-garamond", "@fontsource-variable/eb-garamond/files/eb-garamond-latin-wght-normal.woff2"),
    Face("eb-garamond-italic", "@fontsource/eb-garamond/files/eb-garamond-latin-400-italic.woff2"),
    Face(
        "legation-sans",
        "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
        "Legation Sans",
    ),
    Face("courier-prime", "@fontsource/courier-prime/files/courier-prime-latin-400-normal.woff2"),
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
    packed = io.BytesIO()
    font.flavor = "woff2"
    font.save(packed)
    return packed.getvalue()


def main(modules: Path) -> None:
    for face in FACES:
        for part, letters in (("", PLAIN), ("-more", MORE)):
            found = cut(modules / face.source, letters, face.family)
            (OUT / f"{face.name}{part}.woff2").write_bytes(found)
            print(f"{face.name}{part}.woff2", len(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
