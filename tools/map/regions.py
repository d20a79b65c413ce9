"""Territories of 1939 as polygons, cut out of public-domain Natural Earth data.

`twg()` gives the territories of The War Game by slug, `europe()` and `pacific()` the two theatres of A World at War.
Every set is a valid coverage: neighbours share their border exactly, so it stays shared when simplified.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import shapely
import shapely.affinity
import yaml
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry as Shape
from shapely.ops import polygonize, unary_union

HERE = Path(__file__).parent
WEST = -169.5  # the world is cut here, through the Bering strait
FRAME = box(WEST, -57, WEST + 360, 83.7)


def parts(shape: Shape) -> list[Shape]:
    return list(getattr(shape, "geoms", [shape]))


def line(text: str) -> Polygon:
    return Polygon([tuple(map(float, point.split(","))) for point in text.split()]).buffer(0)


class Atlas:
    """The modern states by name, with what is left of each after pieces were taken."""

    def __init__(self, file: Path) -> None:
        topo = json.loads(file.read_text())
        scale, shift = topo["transform"]["scale"], topo["transform"]["translate"]
        self.arcs = [np.cumsum(np.array(a, float), axis=0) * scale + shift for a in topo["arcs"]]
        self.states = {
            g["properties"]["name"]: self.recut(self.shape(g))
            for g in topo["objects"]["countries"]["geometries"]
            if g.get("arcs") and g["properties"]["name"] != "Antarctica"
        }
        self.whole = dict(self.states)

    def ring(self, indices: list[int]) -> np.ndarray:
        points: list[list[float]] = []
        for i in indices:
            arc = self.arcs[i] if i >= 0 else self.arcs[~i][::-1]
            points.extend(arc.tolist()[1 if points else 0 :])
        ring = np.array(points)
        step = np.diff(ring[:, 0])  # unwrap at the antimeridian
        ring[1:, 0] += np.cumsum(np.where(step > 180, -360, np.where(step < -180, 360, 0)))
        return ring

    def shape(self, g: dict) -> Shape:
        polygons = []
        for rings in [g["arcs"]] if g["type"] == "Polygon" else g["arcs"]:
            outer, *holes = (self.ring(r) for r in rings)
            if len(outer) >= 4:
                polygons.append(shapely.make_valid(Polygon(outer, [h for h in holes if len(h) >= 4])))
        return unary_union(polygons)

    @staticmethod
    def recut(shape: Shape) -> Shape:
        """Bring everything into WEST .. WEST + 360, so that Chukotka stays with Siberia."""
        world = box(WEST, -90, WEST + 360, 90)
        moved = (shapely.affinity.translate(shape, by, 0).intersection(world) for by in (-360, 0, 360))
        return unary_union([piece for piece in moved if piece.area > 1e-9])

    def take(self, state: str, *bounds: float) -> Shape:
        """Remove and return the islands of a state whose centre lies in the box (west, south, east, north)."""
        inside = box(*bounds)
        taken = [p for p in parts(self.states[state]) if p.centroid.within(inside)]
        self.states[state] = unary_union([p for p in parts(self.states[state]) if not p.centroid.within(inside)])
        return unary_union(taken)

    def pop(self, *states: str) -> Shape:
        return unary_union([self.states.pop(s) for s in states if s in self.states])

    def of(self, *states: str) -> Shape:
        """Modern states as they are today, whatever has been taken from them."""
        return unary_union([self.whole[s] for s in states])


def pieces(atlas: Atlas) -> tuple[dict[str, Shape], dict[str, Shape]]:
    """Islands and exclaves: territories of their own, and additions to another territory."""
    take, usa = atlas.take, "United States of America"
    added = {"suriname": take("France", -60, 0, -50, 8)}
    for far in ((-65, 10, -60, 18), (40, -25, 60, -10)):
        take("France", *far)  # today's departments overseas that no rule names
    own = {
        "corsica": take("France", 8, 41, 10, 43.2),
        "sakhalin": take("Russia", 141.4, 45.5, 145.2, 54.7),
        "crete": take("Greece", 23.3, 34.7, 26.5, 35.8),
        "balearic-islands": take("Spain", 1, 38.4, 4.6, 40.3),
        "canary-islands": take("Spain", -19, 27, -13, 30),
        "azores": take("Portugal", -32, 36, -24, 40),
        "galapagos-islands": take("Ecuador", -93, -2, -88, 2),
        "socotra": take("Yemen", 52, 12, 55, 13),
        "hawaii": take(usa, -161.5, 18, -154, 23),
        "alaska": unary_union([take(usa, WEST, 50, -125, 75), take(usa, 165, 50, 190.5, 75)]),
        "northern-ireland": take("United Kingdom", -8.5, 53.9, -5.4, 55.4),
        "hainan": take("China", 108, 18, 111.2, 20.3),
        "new-guinea": take("Indonesia", 130, -9.2, 142, 0.5),
        "java": take("Indonesia", 105, -9.2, 115.9, -5.6),
        "timor": take("Indonesia", 115.9, -11.2, 128, -7.8),
        "borneo": take("Indonesia", 108.4, -4.4, 119, 7.5),
        "celebes": take("Indonesia", 117.5, -9.2, 135, 5.5),
        "sumatra": take("Indonesia", 94, -6.6, 109, 6.6),
    }
    added["germany"] = take("Russia", 19, 54, 23, 55.6)  # East Prussia, Russian part of today
    added["italy"] = take("Greece", 26.5, 35.2, 28.5, 37.4)  # the Dodecanese
    added["sarawak"] = take("Malaysia", 109, 0.5, 119.5, 7.5)
    return own, added


def join_slivers(land: dict[str, Shape]) -> None:
    """What the hand-drawn lines leave between them joins the neighbour it touches most."""
    for name, core, crumbs in (("szechwan", box(97, 25, 111, 34), 0.3), ("russia", box(26, 45, 66, 78), 0)):
        for part in parts(land[name]):
            if not part.centroid.within(core) or part.area < crumbs:
                others = (k for k in land if k != name)
                near = max(others, key=lambda k: part.buffer(1e-3).intersection(land[k]).area)
                land[name] = land[name].difference(part)
                land[near] = unary_union([land[near], part])


def coverage(land: dict[str, Shape], frame: Shape = FRAME) -> dict[str, Shape]:
    """Node all borders and rebuild every territory from the faces."""
    names, shapes = list(land), []
    for name in names:
        clipped = shapely.set_precision(land[name].intersection(frame), 1e-4)
        shapes.append(unary_union([p for p in parts(clipped) if p.geom_type == "Polygon"]))
    tree = shapely.STRtree(shapes)
    faces: dict[str, list[Shape]] = {name: [] for name in names}
    for face in polygonize(unary_union([s.boundary for s in shapes])):
        owners = tree.query(face.representative_point(), predicate="within")
        if len(owners):
            faces[names[owners[0]]].append(face)
    found = {name: shapely.coverage_union_all(f) for name, f in faces.items() if f}
    assert shapely.coverage_is_valid(np.array(list(found.values()), dtype=object))
    return found


def cut(atlas: Atlas) -> dict[str, Shape]:
    own, added = pieces(atlas)
    land = {name: atlas.pop(*states) for name, states in yaml.safe_load((HERE / "merge.yaml").read_text()).items()}
    for name, piece in added.items():
        land[name] = land[name].union(piece)
    land |= own
    land["timor"] = land["timor"].union(land.pop("timor-leste"))
    for move in yaml.safe_load((HERE / "cuts.yaml").read_text()):
        inside, target = line(move["along"]), move["to"]
        for source in [move["from"]] if isinstance(move["from"], str) else move["from"]:
            piece = land[source].intersection(inside)
            if piece.area > 1e-9:
                land[source] = land[source].difference(inside)
                land[target] = unary_union([land.get(target, Polygon()), piece])
    join_slivers(land)
    return land


def twg(land: dict[str, Shape]) -> dict[str, Shape]:
    return coverage(land)


SOVIET = (
    "russia", "belorussia", "ukraine", "caucasus", "kazakhstan", "turkmenistan", "urals", "west-siberia", "yakutia",
    "yablonovoi", "kamchatka", "vladivostok", "kola", "karelia",
)  # fmt: skip
VICHY = line(
    "-1.4,42 -0.75,42.95 -0.75,43.5 -0.45,43.9 -0.2,44.55 0.1,44.95 0.25,45.45 0.4,45.9 0.6,46.35 0.65,46.75 0.9,47.2 "
    "1.6,47.25 2.1,47.15 2.5,46.95 3.1,46.8 3.4,46.6 4.2,46.5 4.9,46.75 5.45,47.05 5.9,46.7 6.2,46.35 7.5,46.3 10,44 "
    "10,41 3,41"
)
BESSARABIA = line(
    "26.6,48.26 26.95,48.15 27.25,47.75 27.6,47.3 28.05,46.95 28.15,46.5 28.1,46 28.15,45.5 28.3,45.3 28.75,45.25 "
    "29.3,45.4 29.7,45.2 31,45.2 31,48.8 26.6,48.8"
)


def europe(land: dict[str, Shape], atlas: Atlas) -> dict[str, Shape]:
    """Europe of A World at War: whole countries, and the parts that a rule or an edition treats on their own."""

    def join(*names: str) -> Shape:
        return unary_union([land[n] for n in names])

    area = {
        "germany": land["germany"],
        "italy": join("italy"),
        "libya": land["libya"],
        "albania": land["albania"],
        "britain": join("great-britain", "northern-ireland"),
        "british-mediterranean": join("cyprus", "malta", "palestine", "kuwait"),
        "egypt": land["egypt"],
        "iraq": land["iraq"],
        "france": join("france", "corsica"),
        "french-north-africa": join("algeria", "tunisia", "morocco"),
        "syria": land["syria"],
        "spain": join("spain", "balearic-islands", "canary-islands", "rio-de-oro"),
        "portugal": join("portugal", "azores"),
        "switzerland": land["switzerland"],
        "norway": land["norway"],
        "sweden": land["sweden"],
        "denmark": join("denmark", "faeroe-islands"),
        "iceland": land["iceland"],
        "finland": land["finland"],
        "poland": land["western-poland"],
        "eastern-poland": land["eastern-poland"],
        "hungary": land["hungary"],
        "rumania": land["romania"],
        "bulgaria": land["bulgaria"],
        "yugoslavia": land["yugoslavia"],
        "greece": join("greece", "crete"),
        "turkey": land["turkey"],
        "ireland": land["eire"],
        "persia": land["iran"],
        "arabia": land["saudi-arabia"],
        "baltic-states": land["estonia"],
        "russia": join(*(s for s in SOVIET if s != "ukraine")),
        "ukraine": land["ukraine"],
    }
    low = land["belgium-holland"].intersection(box(2, 49, 8, 54))
    area["luxembourg"] = atlas.of("Luxembourg").intersection(low)
    area["belgium"] = atlas.of("Belgium").intersection(low)
    area["netherlands"] = low.difference(unary_union([area["belgium"], area["luxembourg"]]))
    for part, whole, shape in (
        ("vichy-france", "france", VICHY),
        ("bessarabia", "rumania", BESSARABIA),
        ("austria", "germany", atlas.of("Austria")),
        ("czechoslovakia", "germany", atlas.of("Czechia", "Slovakia")),
        ("croatia", "yugoslavia", atlas.of("Croatia", "Bosnia and Herz.")),
        ("serbia", "yugoslavia", atlas.of("Serbia", "Kosovo")),
    ):
        area[part] = area[whole].intersection(shape)
        area[whole] = area[whole].difference(shape)
    return coverage(area, box(-40, 24, 75, 80))


def pacific(land: dict[str, Shape], atlas: Atlas) -> dict[str, Shape]:
    """The Pacific theatre, from India to Hawaii; longitudes run on beyond 180."""

    def eastward(shape: Shape) -> Shape:
        return unary_union([shapely.affinity.translate(p, 360 if p.bounds[2] < -30 else 0) for p in parts(shape)])

    def join(*names: str) -> Shape:
        return unary_union([land[n] for n in names])

    south_sakhalin = land["sakhalin"].intersection(box(141, 45, 146, 50))
    area = {
        "japan": land["japan"].union(south_sakhalin),
        "korea": land["korea"],
        "manchuria": join("north-manchuria", "south-manchuria"),
        "formosa": land["formosa"],
        "china": join("szechwan", "kansu", "yunnan", "sinkiang"),
        "tibet": land["tibet"],
        "mongolia": land["mongolia"],
        "russia": join(*SOVIET).union(land["sakhalin"].difference(south_sakhalin)),
        "india": join("india", "ceylon"),
        "dutch-east-indies": join("sumatra", "java", "borneo", "celebes", "timor", "new-guinea"),
        "solomon-islands": atlas.of("Solomon Is."),
        "fiji": atlas.of("Fiji"),
        "mandates": atlas.of("Palau", "Micronesia", "Marshall Is.", "N. Mariana Is."),
        "guam": atlas.of("Guam"),
        "gilbert-islands": atlas.of("Kiribati").intersection(box(170, -5, 180, 5)),
    }
    for name in (
        "inner-mongolia", "north-china", "east-china", "central-china", "south-china", "hainan", "hong-kong",
        "indo-china", "thailand", "burma", "malaya", "sarawak", "papua", "australia", "new-zealand", "new-caledonia",
        "philippines", "hawaii", "alaska", "nepal",
    ):  # fmt: skip
        area[name] = land[name]
    return coverage({name: eastward(shape) for name, shape in area.items()}, box(60, -57, 250, 80))
