"""Draw one plate as SVG: geometry, names and anchors, no colours and no state.

The page colours a plate by setting attributes on the territories (see legation/web/static/README.md).
"""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from regions import WEST, Shape, parts
from shapely.geometry import LineString, box

Pair = tuple[np.ndarray, np.ndarray]
INNER = 14  # width of the frame, in map units


def natural_earth(centre: float) -> Callable[[Any, Any], Pair]:
    def project(lon: Any, lat: Any) -> Pair:
        x, p = np.radians(np.asarray(lon) - centre), np.radians(lat)
        p2 = p * p
        p4 = p2 * p2
        across = 0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4))
        return x * across, -p * (1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4)))

    return project


def lambert(centre: float, south: float, north: float, origin: float) -> Callable[[Any, Any], Pair]:
    def height(degrees: float) -> float:
        return math.tan(math.pi / 4 + math.radians(degrees) / 2)

    a, b = math.cos(math.radians(south)), math.cos(math.radians(north))
    n = math.log(a / b) / math.log(height(north) / height(south))
    f = a * height(south) ** n / n

    def project(lon: Any, lat: Any) -> Pair:
        x = np.radians(np.asarray(lon) - centre)
        radius = f / np.tan(math.pi / 4 + np.radians(np.clip(lat, -30, 89)) / 2) ** n
        return radius * np.sin(n * x), radius * np.cos(n * x) - f / height(origin) ** n

    return project


@dataclass(frozen=True)
class View:
    project: Callable[[Any, Any], Pair]
    scale: float
    x: float
    y: float
    width: int
    height: int

    def __call__(self, lon: Any, lat: Any) -> Pair:
        x, y = self.project(np.atleast_1d(lon), np.atleast_1d(lat))
        return x * self.scale + self.x, y * self.scale + self.y

    def point(self, at: Iterable[float]) -> tuple[float, float]:
        lon, lat = at
        x, y = self(lon, lat)
        return round(float(x[0]), 1), round(float(y[0]), 1)

    def shape(self, shape: Shape) -> Shape:
        flat = shapely.transform(shape, lambda c: np.column_stack(self(c[:, 0], c[:, 1])))
        return shapely.make_valid(flat).intersection(box(0, 0, self.width, self.height))


@dataclass(frozen=True)
class Plate:
    name: str
    title: str
    view: View
    land: Mapping[str, Shape]
    titles: Mapping[str, str]
    labels: Mapping[str, Any]
    tolerance: float  # of the outlines, in degrees
    least: float  # islands below this many square degrees are dropped
    graticule: int
    grow: float = 1.0  # of the names
    rest: Shape | None = None  # land that belongs to no territory
    pin: float = 6.5
    seals: bool = True  # the class of a country is also drawn as a seal


def number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".") if abs(value) >= 0.05 else "0"


def outline(flat: Shape) -> str:
    """Relative SVG path of polygons in whole map units, of which a screen shows two or three to the pixel."""
    out = []
    for polygon in parts(flat):
        if polygon.geom_type != "Polygon" or polygon.area < 0.5:
            continue
        for ring in (polygon.exterior, *polygon.interiors):
            points = np.round(np.array(ring.coords)).astype(int)
            x, y = points[0]
            steps, text = 0, f"M{x} {y}l"
            for nx, ny in points[1:-1]:
                if nx != x or ny != y:
                    text += f"{nx - x} {ny - y} "
                    x, y, steps = nx, ny, steps + 1
            if steps >= 2:
                out.append(text.strip().replace(" -", "-") + "z")
    return "".join(out)


def simplify(land: Mapping[str, Shape], tolerance: float, least: float) -> dict[str, Shape]:
    """Coarser outlines with shared borders still shared; small islands go, but never the largest of a territory."""
    shapes = shapely.coverage_simplify(np.array(list(land.values()), dtype=object), tolerance)
    out = {}
    for name, shape in zip(land, shapes, strict=True):
        biggest, *others = sorted(parts(shape), key=lambda p: -p.area)
        out[name] = shapely.MultiPolygon([biggest, *(p for p in others if p.area > least)])
    return out


def heart(flat: Shape) -> tuple[float, float]:
    """The middle of the widest part: where a finger would point."""
    widest = max((p for p in parts(flat) if p.geom_type == "Polygon"), key=lambda p: p.area)
    centre = shapely.maximum_inscribed_circle(widest, tolerance=1).coords[0]
    return round(centre[0]), round(centre[1])


@dataclass(frozen=True)
class Name:
    """A name on the plate, with the place of its call-out."""

    slug: str
    x: float
    y: float
    size: float
    lines: tuple[str, ...]
    kind: str
    lead: tuple[float, float] | None = None

    @property
    def half(self) -> float:
        return max(map(len, self.lines)) * self.size * (0.36 if self.kind == "pow" else 0.34)

    def draw(self) -> str:
        shift = -9 if self.kind == "code" else 0  # beside its seal; such a name is set from the left
        top = self.y - (len(self.lines) - 1) * self.size * 0.5 + self.size * 0.34
        body = html.escape(self.lines[0])
        if len(self.lines) > 1:
            body = "".join(
                f'<tspan x="{self.x:.0f}" dy="{number(i and self.size * 0.98)}">{html.escape(t)}</tspan>'
                for i, t in enumerate(self.lines)
            )
        lead = ""
        if self.lead:
            lx, ly = self.lead
            tall = self.size * (0.5 * len(self.lines) + 0.1)
            sx = min(max(lx, self.x - self.half), self.x + self.half)
            sy = min(max(ly, self.y - tall), self.y + tall)
            lead = f'<path class="lead" d="M{sx:.0f} {sy:.0f}L{lx:.0f} {ly:.0f}"/>'
        spot = f'x="{self.x + shift:.0f}" y="{top:.0f}" font-size="{number(self.size)}"'
        return f'{lead}<text class="n {self.kind}" data-for="{self.slug}" {spot}>{body}</text>'


def names(plate: Plate) -> list[Name]:
    out = []
    for slug, row in plate.labels.get("names", {}).items():
        x, y = plate.view.point(row["at"])
        lead = plate.view.point(row["lead"]) if "lead" in row else None
        size = round(row["size"] * plate.grow, 1)
        out.append(Name(slug, x, y, size, tuple(row["text"].split("|")), row.get("kind", "cty"), lead))
    for slug, row in plate.labels.get("codes", {}).items():
        out.append(Name(slug, *plate.view.point(row["at"]), 20.5, (row["text"],), "code"))
    return out


def graticule(plate: Plate) -> str:
    step, lines = plate.graticule, []

    def add(lon: np.ndarray, lat: np.ndarray) -> None:
        x, y = plate.view(lon, lat)
        seen = (x > -60) & (x < plate.view.width + 60) & (y > -60) & (y < plate.view.height + 60)
        if seen.sum() > 1:
            run = slice(seen.argmax(), len(seen) - seen[::-1].argmax())
            curve = LineString(np.column_stack((x[run], y[run]))).simplify(0.4)
            points = np.round(np.array(curve.coords)).astype(int)
            text = " ".join(f"{a} {b}" for a, b in np.diff(points, axis=0))
            lines.append(f"M{points[0][0]} {points[0][1]}l{text}".replace(" -", "-"))

    for lon in np.arange(-160, 261, step):
        lat = np.linspace(-56, 84, 50)
        add(np.full_like(lat, lon), lat)
    for lat in np.arange(-40, 81, step):
        lon = np.linspace(WEST, WEST + 400, 100) if step > 5 else np.linspace(-50, 90, 60)
        add(lon, np.full_like(lon, lat))
    return "".join(lines)


def frame(width: int, height: int) -> str:
    """A double line with the black and white bars of an atlas between."""
    across, down = width - 2 * INNER, height - 2 * INNER
    n = 40
    m = round(n * height / width / 2) * 2
    bars = "".join(
        f"M{number(INNER + across * i / n)} {y}h{number(across / n)}" for i in range(0, n, 2) for y in (7, height - 7)
    )
    bars += "".join(
        f"M{x} {number(INNER + down * i / m)}v{number(down / m)}" for i in range(0, m, 2) for x in (7, width - 7)
    )
    return (
        f'<rect class="frame" x="2" y="2" width="{width - 4}" height="{height - 4}" stroke-width="2.6"/>'
        f'<rect class="frame" x="{INNER}" y="{INNER}" width="{across}" height="{down}" stroke-width="1"/>'
        f'<path class="frame" d="{bars}" stroke-width="5"/>'
    )


def territory(plate: Plate, slug: str, flat: Shape | None) -> str:
    """One element of class t: a path, or a group of a path and pins."""
    pins = plate.labels.get("pins", {}).get(slug, [])
    pins = pins if pins and isinstance(pins[0], list) else [pins] if pins else []
    d = outline(flat) if flat is not None else ""
    spots = [(*plate.view.point(p[:2]), p[2] if len(p) > 2 else plate.pin) for p in pins]
    spots = [(x, y, r) for x, y, r in spots if 0 < x < plate.view.width and 0 < y < plate.view.height]
    if not d and not spots:
        return ""
    x, y = spots[0][:2] if spots else heart(flat)
    at = f' data-place="{slug}" data-at="{x:.0f},{y:.0f}"'
    whole = plate.labels.get("within", {}).get(slug)
    at += f' data-in="{whole}"' if whole else ""
    title = f"<title>{html.escape(plate.titles[slug])}</title>"
    if not spots:
        return f'<path class="t"{at} d="{d}">{title}</path>'
    circles = "".join(f'<circle class="pin" cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in spots)
    return f'<g class="t"{at}>{title}' + (f'<path d="{d}"/>' if d else "") + circles + "</g>"


def draw(plate: Plate) -> str:
    view = plate.view
    width, height = view.width, view.height
    thin = simplify(plate.land, plate.tolerance, plate.least)
    flat = {slug: view.shape(shape) for slug, shape in thin.items()}
    placed = names(plate)
    # only for the water-lines, so coarse will do
    coast = view.shape(shapely.simplify(shapely.union_all([s.buffer(0) for s in thin.values()]), 2 * plate.tolerance))
    clip = f"{plate.name}-clip"
    seals = ' data-seals=""' if plate.seals else ""
    lines = ("a1", "b1", "a2", "b2", "a3", "b3")
    water = "".join(f'<use href="#{plate.name}-coast" class="water {c}"/>' for c in lines)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{plate.name}" class="plate"{seals} '
        f'viewBox="0 0 {width} {height}" role="img" aria-label="{html.escape(plate.title)}">',
        f'<clipPath id="{clip}"><rect x="{INNER}" y="{INNER}" width="{width - 2 * INNER}" '
        f'height="{height - 2 * INNER}"/></clipPath>',
        f'<g clip-path="url(#{clip})"><rect class="sea" width="{width}" height="{height}"/><g class="ground">',
        f'<path class="grat" d="{graticule(plate)}"/>',
        f'<path id="{plate.name}-coast" class="water" d="{outline(coast)}"/>{water}',
    ]
    if plate.rest is not None:
        out.append(f'<path class="rest" d="{outline(view.shape(shapely.simplify(plate.rest, plate.tolerance)))}"/>')
    out.append('<g class="lands">')
    pinned = [p for p in plate.labels.get("pins", {}) if p not in flat]
    out += [t for s in (*flat, *pinned) if (t := territory(plate, s, flat.get(s)))]
    out.append('</g><g class="seas" aria-hidden="true">')
    for row in plate.labels.get("seas", ()):
        out.append(Name("", *view.point(row["at"]), row["size"], tuple(row["text"].split("|")), "sea").draw())
    out.append('</g><g class="names" aria-hidden="true">')
    out += [n.draw() for n in placed]
    out.append('</g><g class="marks" aria-hidden="true"></g></g></g>' + frame(width, height) + "</svg>")
    return "\n".join(out).replace(' data-for=""', "") + "\n"
