"""Units on the board, as the table tells of them: they arrive, leave, fall and get away.

The referee keeps land units where charts ask for them.  A player's own land is not counted unit by unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from legation.books.twg.deeds import BOARD, TARGET, WHOLE, is_land
from legation.books.twg.map.geography import geography
from legation.books.twg.map.own_board import on_board
from legation.books.twg.map.own_names import in_the_rules
from legation.books.twg.powers import ALL, TITLES
from legation.books.twg.schema import AIR, ARMY, FORCES, LAND, MOST_UNITS
from legation.books.twg.vocabulary import HERE, place_name, under
from legation.books.twg.war.rights_of_war import SURVIVES
from legation.books.twg.war.vichy import PLACES as FRENCH
from legation.core.deeds import Deed, On, Role, adds, filled, follows, of, told
from legation.core.errors import NotFound, Refused
from legation.core.expr import NO, Expr, all_of, bound, choice, holds, number, smallest, sum_of, when_else
from legation.core.facts import World
from legation.core.rules import Limit, sets
from legation.core.voice import quoted

__all__ = ["MARCHES", "NO_OCCUPIERS", "RULES", "UNITS", "army_of", "arriving", "check_army", "check_room"]
__all__ += ["check_units"]
__all__ += ["counted"]
__all__ += ["falling", "getting_away", "land"]
__all__ += ["leaving", "moving_in", "one_by_one", "units_of"]

UNITS = "units, such as 2 infantry, 1 armor"
NUMBERED = re.compile(r"(\d*)[ -]*(.*)", re.DOTALL)  # 2 infantry, 2-infantry, infantry
MARCHES = tuple(kind for kind in ARMY if kind not in SURVIVES)  # what could march away of an army

# -- who and how many
NATION = Role("nation", "whose units they are", ALL)
HAVEN = Role("haven", "where they are then", geography().all)
NUMBERS = {kind: Role(kind, f"how many {kind}") for kind in ARMY}
UNCOUNTED = Role("uncounted", "whether there are some that nobody has counted", ("yes", "no"))
NEVER_COUNTED = filled(UNCOUNTED, "yes", says="[nobody|somebody] has counted them")
ARRIVAL = Deed("arrival", "units of {nation} come to {here}", BOARD, (NATION, TARGET, *NUMBERS.values(), UNCOUNTED))
DEPARTURE = Deed("departure", "units of {nation} leave {here}, or fall there", BOARD, ARRIVAL.roles)
FALL = Deed("fall", "units of the army of {here} fall", BOARD, (TARGET, *NUMBERS.values()))
RETREAT = Deed(
    "retreat", "units of the army of {here} get away", "DG-ATK-10", (NATION, TARGET, HAVEN, *NUMBERS.values())
)
GARRISON = Deed("garrison", "units of the army of {here} stay in {haven}", BOARD, (TARGET, HAVEN, *NUMBERS.values()))


def _more(kind: str) -> Expr:
    return told(NUMBERS[kind], f"how many {kind}")


def _there(fact: str, kind: str) -> Expr:
    """So many, or as many as there are: something else may have become of them since they were told of."""
    return smallest(_more(kind), number(fact))


def _fewer(fact: str, kind: str) -> Expr:
    """Nobody has less than none."""
    return 0 - _there(fact, kind)


def _own_army(place: str, nation: str) -> Expr:
    found = geography().places.get(place)
    return under(place, nation) if found and found.neutral else NO


def _of_army(kind: str) -> Expr:
    """What is told of beyond the nation's own units, as far as the army goes."""
    beyond = _more(kind) - _there(f"units.{HERE}.{NATION}.{kind}", kind)
    return smallest(beyond, number(f"army.{HERE}.{kind}"))


def _army_there(place: str, nation: str, kind: str) -> Expr:
    return when_else(_own_army(place, nation), number(f"army.{place}.{kind}", f"{kind} of its army"), 0)


ALL_COUNTED = (number(f"garrison.{HERE}.{NATION}", "units there that were never counted") < 1).worded(
    "all units there have[ not] been counted"
)
FIGHTERS = f"fighters.{HERE}.{NATION}"
ON_BOARD = (
    On(
        "units stand where they are told to; whoever is told of unit by unit is an uncounted garrison no more",
        BOARD,
        on=ARRIVAL,
        sets=(
            *(adds(f"units.{HERE}.{NATION}.{kind}", _more(kind)) for kind in LAND),
            sets(f"garrison.{HERE}.{NATION}", 0, ~NEVER_COUNTED & (sum_of(*map(_more, LAND)) >= 1)),
            sets(f"garrison.{HERE}.{NATION}", 1, NEVER_COUNTED),
            sets(f"garrison-strength.{HERE}.{NATION}", None, NEVER_COUNTED),
        ),
        again=True,
    ),
    On(
        "whoever left or fell stands there no more",
        BOARD,
        on=DEPARTURE,
        sets=(
            *(adds(fact, _fewer(fact, kind)) for kind in LAND for fact in (f"units.{HERE}.{NATION}.{kind}",)),
            sets(f"garrison.{HERE}.{NATION}", 0, NEVER_COUNTED),
        ),
        again=True,
    ),
    On(
        "under Total Control the army is the nation's own: beyond the nation's other units, it goes or falls",
        "DG-AFF-4",
        on=DEPARTURE,
        when=of(TARGET, NATION, build=_own_army, says="its army is[ not] the nation's own") & ALL_COUNTED,
        sets=tuple(adds(f"army.{HERE}.{kind}", 0 - _of_army(kind)) for kind in LAND),
        again=True,
    ),
    *(
        On(
            "fighters are counted in French land, for a Vichy roll weighs them",
            BOARD,
            on=deed,
            when=is_land(*FRENCH, says="it is original French land"),
            sets=(adds(FIGHTERS, by),),
            again=True,
        )
        for deed, by in ((ARRIVAL, _more("fighter")), (DEPARTURE, _fewer(FIGHTERS, "fighter")))
    ),
    On(
        "what fell of an army is off the board",
        BOARD,
        on=FALL,
        sets=tuple(adds(fact, _fewer(fact, kind)) for kind in ARMY for fact in (f"army.{HERE}.{kind}",)),
        again=True,
    ),
    On(
        "an army that has won another land stands there",
        BOARD,
        on=GARRISON,
        sets=(
            *(adds(fact, _fewer(fact, kind)) for kind in LAND for fact in (f"army.{HERE}.{kind}",)),
            *(sets(f"army.{HAVEN}.{kind}", _more(kind)) for kind in LAND),
        ),
        again=True,
    ),
)
KEPT = On(
    "units that got away keep that allegiance: where they are now, they are units of the nation",
    "DG-ATK-10",
    on=RETREAT,
    sets=(
        *(adds(fact, _fewer(fact, kind)) for kind in MARCHES for fact in (f"army.{HERE}.{kind}",)),
        *(adds(f"units.{HAVEN}.{NATION}.{kind}", _there(f"army.{HERE}.{kind}", kind)) for kind in LAND),
    ),
)
FLOWN = On(
    "fighters that got away to French land are counted there",
    KEPT.cite,
    on=RETREAT,
    when=is_land(*FRENCH, of_=HAVEN, says="it is [original|no original] French land"),
    sets=(adds(f"fighters.{HAVEN}.{NATION}", _there(f"army.{HERE}.fighter", "fighter")),),
    again=True,
)
NO_OCCUPIERS = Limit(
    "aircraft never make an occupying force", "DG-OCC-2", choice("using", *AIR, says="it is[ not] done by air")
)
LACKING = Limit(
    "in a neutral country nobody loses what is not there",
    BOARD,
    when=all_of(
        is_land(*geography().neutrals, of_=WHOLE, says="it is [a|no] neutral country"),
        ALL_COUNTED,
        told("{number}", "how many leave")
        > number(f"units.{HERE}.{NATION}.{{kind}}", "how many are there")
        + of(WHOLE, NATION, "{kind}", build=_army_there, says="what the army has that is the nation's own"),
    ),
    on=DEPARTURE,
)
NOT_SO_MANY = Limit(
    "no more get away than there are",
    KEPT.cite,
    when=told("{number}", "how many get away") > number(f"army.{HERE}.{{kind}}", "how many there are"),
    on=RETREAT,
)
RULES = (ON_BOARD, KEPT, FLOWN)


# -- what follows from them
def _numbers(units: Mapping[str, int]) -> dict[str, str]:
    return {kind: str(units.get(kind, 0)) for kind in ARMY}


def arriving(places: Iterable[str], nation: str, units: Mapping[str, int], *, uncounted: bool = False) -> list[On]:
    """Units come to stand there, or some that nobody has counted."""
    there = {"nation": nation, "uncounted": "yes" if uncounted else "no", **_numbers(units)}
    spots = places if units or uncounted else ()
    return [rule for place in spots for rule in follows(ON_BOARD, ARRIVAL, here=place, **there)]


def leaving(places: Iterable[str], nation: str, units: Mapping[str, int], *, uncounted: bool = False) -> list[On]:
    """Units leave, or are lost."""
    gone = {"nation": nation, "uncounted": "yes" if uncounted else "no", **_numbers(units)}
    return [rule for place in places for rule in follows(ON_BOARD, DEPARTURE, here=place, **gone)]


def check_units(world: World, places: Iterable[str], nation: str, units: Mapping[str, int]) -> None:
    """Refuse to tell of units that are not there."""
    for place in places:
        whole = in_the_rules(world.schema, place)
        for kind, n in land(units).items():
            lacking: Limit = bound(LACKING, here=place, whole=whole, nation=nation, kind=kind, number=str(n))
            there = (world.get(f"units.{place}.{nation}.{kind}") or 0) + army_of(world, nation, whole).get(kind, 0)
            lacking.refuse(world, f"{TITLES[nation]} has {there} {kind} in {world.schema.title(place)}, not {n}")


def army_of(world: World, nation: str, place: str) -> dict[str, int]:
    """The land units of an army that is the nation's own, as it has Total Control."""
    own = holds(_own_army(place, nation), world)
    return {kind: n for kind in LAND if own and (n := world.get(f"army.{place}.{kind}") or 0)}


def check_room(world: World, places: Iterable[str], nation: str, units: Mapping[str, int]) -> None:
    """Refuse to tell of more units in one place than the referee counts."""
    for place in places:
        there, facts = counted(world, place, nation), _counting(world, place, nation)
        for kind in facts:
            if units.get(kind, 0) + there.get(kind, 0) > MOST_UNITS:
                message = f"no more than {MOST_UNITS} {kind} of {TITLES[nation]} are counted in {place_name(place)}"
                raise Refused(message, rule=BOARD)


def falling(place: str, units: Mapping[str, int]) -> tuple[On, ...]:
    """Units of the army of a neutral are lost."""
    return follows(ON_BOARD, FALL, here=place, **_numbers(units))


def moving_in(place: str, land: str, units: Mapping[str, int]) -> tuple[On, ...]:
    """Units of an army stand in another land."""
    return follows(ON_BOARD, GARRISON, here=place, haven=land, **_numbers(units))


def getting_away(place: str, nation: str, haven: str, units: Mapping[str, int]) -> tuple[On, ...]:
    """Units of an army are units of a nation somewhere else."""
    return follows((KEPT, FLOWN), RETREAT, nation=nation, here=place, haven=haven, **_numbers(units))


def check_army(world: World, place: str, units: Mapping[str, int]) -> None:
    """Refuse to tell of more units than an army has."""
    army = {kind: n for kind in MARCHES if (n := world.get(f"army.{place}.{kind}") or 0)}
    for kind, n in units.items():
        lacking: Limit = bound(NOT_SO_MANY, here=place, kind=kind, number=str(n))
        message = f"the army of {place_name(place)} has {army.get(kind, 0)} {kind}, not {n}"
        allowed = [f"{n} {kind}" for kind, n in army.items()]
        if kind not in MARCHES:
            raise Refused(f"a {kind.replace('-', ' ')} does not march away", rule=KEPT.cite, allowed=allowed)
        lacking.refuse(world, message, allowed)


def land(units: Mapping[str, int]) -> dict[str, int]:
    """Without the aircraft, which nobody counts, but for fighters in French land."""
    return {kind: n for kind, n in units.items() if kind in LAND}


def counted(world: World, place: str, nation: str) -> dict[str, int]:
    """What is known to stand there, by kind."""
    return {kind: n for kind, fact in _counting(world, place, nation).items() if (n := world.get(fact) or 0)}


def _counting(world: World, place: str, nation: str) -> dict[str, str]:
    """The facts that count units of a nation there."""
    facts = {kind: f"units.{place}.{nation}.{kind}" for kind in LAND} | {"fighter": f"fighters.{place}.{nation}"}
    return {kind: fact for kind, fact in facts.items() if fact in world.schema}


# -- reading what was reported
def one_by_one(world: World, facts: Mapping[str, Any]) -> dict[str, Any]:
    """What was told, and that a garrison is uncounted no more of which units are told, or none of every kind."""
    kinds: dict[str, dict[str, Any]] = {}
    for key, there in facts.items():
        family, *names = key.split(".")
        if family == "units" and len(names) == 3:
            kinds.setdefault(f"garrison.{names[0]}.{names[1]}", {})[names[2]] = there
    counted = [key for key, told in kinds.items() if any(told.values()) or set(told) == set(LAND)]
    return {**dict.fromkeys((key for key in counted if _garrisoned(world, key)), 0), **facts}


def _garrisoned(world: World, key: str) -> bool:
    """Also of a territory that a group's own board calls by another name."""
    _, place, nation = key.split(".")
    board = on_board(world.schema)
    keys = [f"garrison.{known}.{nation}" for known in board.aliases.get(place, (place,))]
    return any(world.get(key) for key in keys if key in world.schema)


def units_of(value: Any, kinds: Iterable[str] = FORCES) -> dict[str, int]:
    """`2 infantry, 1 armor` (or a list of such words, or kinds with their numbers) as numbers by kind."""
    if isinstance(value, Mapping):
        pairs = [(str(kind), n) for kind, n in value.items()]
    else:
        words = value if isinstance(value, list) else str(value).split(",")
        pairs = []
        for word in map(str, words):
            told = NUMBERED.fullmatch(word.strip())
            pairs += [(told[2], int(told[1] or 1))] if told else []
    found: dict[str, int] = {}
    for kind, n in pairs:
        if kind not in kinds:
            raise NotFound("kind of unit", kind, kinds)
        if not isinstance(n, int) or isinstance(n, bool) or n < 1:
            raise Refused(f"{quoted(n)} {kind} is no number of units", rule=BOARD)
        found[kind] = found.get(kind, 0) + n
    return found
