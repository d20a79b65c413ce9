"""Tinctures: one motif of heraldic hatching (Petra Sancta) per power, four densities for the class of affiliation.

The colours are custom properties of the style sheet; nothing here names one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from draw import Plate, outline, simplify

MOTIFS = {
    "uk": "upright", "france": "level", "usa": "dots", "ussr": "crossed", "china": "rising-level",
    "germany": "grid", "italy": "falling", "japan": "rising",
}  # fmt: skip
# spacing, line, strength of the wash under the lines
CLASSES = {"friendly": (15, 1.5, 0.1), "economic": (10.5, 1.7, 0.3), "sworn": (7.2, 1.9, 0.55), "total": (5, 1.9, 0.82)}
OWN = (9, 1.1, 1)
TURNS = {"falling": -45, "rising": 45, "crossed": 45}


def tile(motif: str, s: float, width: float) -> str:
    """The lines of one tile of side s; slanting lines are upright ones on a turned tile."""
    if motif == "dots":
        r = round(width * 0.95, 2)
        return "".join(f'<circle cx="{s * q:g}" cy="{s * q:g}" r="{r}"/>' for q in (0.25, 0.75))
    if motif == "rising-level":
        return f'<path d="M0 {s:g}L{s:g} 0M-1 1L1-1M{s - 1:g} {s + 1:g}L{s + 1:g} {s - 1:g}M0 {s / 2:g}H{s:g}"/>'
    upright, level = f"M{s / 2:g} 0V{s:g}", f"M0 {s / 2:g}H{s:g}"
    d = {"level": level, "grid": upright + level, "crossed": upright + level}.get(motif, upright)
    return f'<path d="{d}"/>'


def pattern(power: str, kind: str, spacing: float, width: float, wash: float) -> str:
    motif = MOTIFS[power]
    grow, thin = {"grid": (1.35, 0.85), "crossed": (1.35, 0.85), "dots": (1.15, 1), "rising-level": (1.4, 1)}.get(
        motif, (1, 1)
    )
    s, width = round(spacing * grow, 1), width * thin
    turn = f' patternTransform="rotate({TURNS[motif]})"' if motif in TURNS else ""
    faint = " own" if kind == "own" else ""
    return (
        f'<pattern id="p-{power}-{kind}" width="{s:g}" height="{s:g}" patternUnits="userSpaceOnUse"{turn}>'
        f'<rect class="lnd" width="{s:g}" height="{s:g}"/>'
        f'<rect class="f-{power}" width="{s:g}" height="{s:g}" fill-opacity="{wash}"/>'
        f'<g class="hatch i-{power}{faint}" stroke-width="{width:.2f}">{tile(motif, s, width)}</g></pattern>'
    )


# two courts at once: the lines of both on bare land
JOINT = (
    '<pattern id="p-joint" width="15" height="15" patternUnits="userSpaceOnUse">'
    '<rect class="lnd" width="15" height="15"/>'
    '<g class="hatch" stroke-width="1.4"><path class="i-uk" d="M7.5 0V15"/><path class="i-france" d="M0 7.5H15"/></g>'
    "</pattern>"
)
VICHY = (
    '<pattern id="p-vichy" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="lnd" width="8" height="8"/>'
    '<rect class="f-france" width="8" height="8" fill-opacity=".26"/>'
    '<path class="hatch i-france" stroke-width="1.5" stroke-dasharray="4 4" d="M0 4H8"/></pattern>'
)


def defs() -> str:
    """What every page includes once: the patterns that the style sheet refers to."""
    rows = [pattern(p, c, *v) for p in MOTIFS for c, v in {**CLASSES, "own": OWN}.items()]
    head = '<svg xmlns="http://www.w3.org/2000/svg" class="tinctures" width="0" height="0" aria-hidden="true"><defs>'
    return head + "".join(rows) + JOINT + VICHY + "</defs></svg>\n"


def thumb(plate: Plate, owners: Mapping[str, str], css: str, tolerance: float) -> str:
    """A small picture of a plate for the start page, in the day colours of the style sheet."""

    def colour(token: str) -> str:
        found = re.search(rf"--{token}:\s*light-dark\((#\w{{6}})", css)
        assert found, token
        return found[1]

    thin = simplify(plate.land, tolerance, 2.5 * tolerance)
    by_colour: dict[str, str] = {}
    for slug, shape in thin.items():
        owner = owners.get(slug, "")
        fill = colour(f"b-{owner}") if owner in MOTIFS else colour("land")
        by_colour[fill] = by_colour.get(fill, "") + outline(plate.view.shape(shape))
    view = plate.view
    lands = "".join(f'<path fill="{fill}" d="{d}"/>' for fill, d in by_colour.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {view.width} {view.height}">'
        f'<rect width="{view.width}" height="{view.height}" fill="{colour("sea")}"/>'
        f'<g stroke="{colour("border")}" stroke-width="1.6">{lands}</g></svg>\n'
    )
