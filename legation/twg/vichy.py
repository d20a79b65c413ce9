"""The fall of France: Vichy rolls, the fate of the French navy, and Indo-China every turn.

A territory that goes over to Vichy is nobody's (`holder`) and Sworn to an Axis nation (`vichy.<place>`); the French
units in it become a neutral army (`vichy-army`).  Allies who share it must attack or leave (`conflict`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from legation.core.book import Procedure
from legation.core.dice import d12
from legation.core.expr import Expr, all_of, amount, choice, holds, lift, named, number, sum_of
from legation.core.facts import Change, Choice, Count, Family, Flag, Teller, World
from legation.core.machine import Directive, Frame, ask, do, done, go, roll
from legation.core.requests import TABLE, choose, confirm
from legation.core.rules import Assign, Limit, Modifier, Note, Permit, Rule, carry_out, sets
from legation.core.tables import Table
from legation.twg.facts import LAND
from legation.twg.geography import slug
from legation.twg.powers import (
    ALLIES,
    AXIS,
    CHINA,
    FRANCE,
    GERMANY,
    JAPAN,
    TITLES,
    UK,
    USA,
    USSR,
    WESTERN,
    sentence,
    title,
)
from legation.twg.steps import steps
from legation.twg.vocabulary import HERE, axis_holds, place_name, with_1939_rules
from legation.twg.war_status import BELGIAN_DUTCH, INDO_CHINA

__all__ = ["FACTS", "FREE", "GUESTS", "INDO_CHINA", "KINDS", "OPEN_TO_ALL", "OTHERS", "PROCEDURES", "RULES"]
__all__ += ["TERRITORIES", "applies", "charter_of", "goes_over", "present", "sworn_to"]

KINDS = (*LAND, "fighter")


# -- the chart
def units(place: str, nation: str, kind: str) -> Expr:
    fact = f"fighters.{place}.{nation}" if kind == "fighter" else f"units.{place}.{nation}.{kind}"
    return number(fact, f"{kind} of {TITLES[nation]} in {place_name(place)}")


def _worth(dollars: int, label: str, cite: str, *kinds: str) -> Modifier:
    there = sum_of(*(units(HERE, n, k) for n in WESTERN for k in kinds))
    ours = named("a British, American or French one stands there", there >= 1, cite="R39-FALL-MOD-WHO")
    return Modifier(there * dollars, label, cite, ours)


VICHY_ROLL = Table(
    "Vichy roll",
    cite="R39-FALL-EACH",
    die=d12,
    modifiers=(
        _worth(1, "each infantry", "R39-FALL-MOD-INFANTRY", "infantry", "paratroops"),
        _worth(2, "each artillery", "R39-FALL-MOD-ARTILLERY", "artillery"),
        _worth(4, "each armor", "R39-FALL-MOD-ARMOR", "armor"),
        _worth(4, "each fighter", "R39-FALL-MOD-FIGHTER", "fighter"),
    ),
)


@dataclass(frozen=True, eq=False)
class Territory:
    """A row of the chart: the number that keeps it Free French, and to whom Vichy would swear."""

    name: str
    table: Table
    swears_to: str


def _row(name: str, free: int, swears_to: str, cite: str) -> Territory:
    basic = Modifier(lift(free), f"{name} stays Free French on {free} or less", f"R39-FALL-V-{cite}")
    return Territory(name, VICHY_ROLL.country(name, here=slug(name), cite="", basic=basic), swears_to)


TERRITORIES = {
    slug(row.name): row
    for row in (
        _row("Algeria", 4, GERMANY, "ALGERIA"),
        _row("Cameroon", 9, GERMANY, "CAMEROON"),
        _row("Corsica", 3, GERMANY, "CORSICA"),
        _row("Equatorial Africa", 4, GERMANY, "EQUATORIALAFRICA"),
        _row("Guinea", 9, GERMANY, "GUINEA"),
        _row("Ivory Coast", 9, GERMANY, "IVORYCOAST"),
        _row("Madagascar", 9, GERMANY, "MADAGASCAR"),
        _row("Mali", 7, GERMANY, "MALI"),
        _row("Mauritania", 7, GERMANY, "MAURITANIA"),
        _row("Morocco", 4, GERMANY, "MOROCCO"),
        _row("Syria", 4, GERMANY, "SYRIA"),
        _row("Tunisia", 3, GERMANY, "TUNISIA"),
        _row("West Africa", 9, GERMANY, "WESTAFRICA"),
        _row("Indo-China", 5, JAPAN, "INDOCHINA"),
        _row("New Caledonia", 8, JAPAN, "NEWCALEDONIA"),
        _row("Tahiti", 8, JAPAN, "TAHITI"),
    )
}
PLACES = tuple(TERRITORIES)
FREE = {  # the number to roll, as an expression
    place: named(
        f"what keeps {row.name} Free French",
        sum_of(*(m.gain for m in row.table.effective)),
    )
    for place, row in TERRITORIES.items()
}

STILL_FRENCH = {
    place: all_of(
        choice(f"holder.{place}", FRANCE, says=f"{row.name} is French"),
        choice(f"vichy.{place}", "none", says=f"{row.name} has not gone over"),
    )
    for place, row in TERRITORIES.items()
}

# -- what is remembered
SHIPS = {
    "battleship": Note("a French battleship", "R39-FALL-NAVY-BATTLESHIP", {"free": 7, "german": 11}),
    "carrier": Note("a French aircraft carrier", "R39-FALL-NAVY-CARRIER", {"free": 7, "german": 11}),
    "destroyer": Note("a French destroyer", "R39-FALL-NAVY-DESTROYER", {"free": 6, "german": 11}),
    "submarine": Note("a French submarine", "R39-FALL-NAVY-SUBMARINE", {"free": 6, "german": 10}),
    "transport": Note("a French transport", "R39-FALL-NAVY-TRANSPORT", {"free": 5, "german": 8}),
}
OTHERS = (USSR, UK, USA, CHINA)
FACTS = (
    Family("france-fell", Count(0, 20), "the turn in which France fell", told_by=Teller.BOARD, default=0),
    Family("vichy", Choice(("none", *AXIS)), "the Axis nation to which {0} has sworn", (PLACES,), default="none"),
    Family("vichy-roll", Count(0, 20), "the turn of the last roll for {0}", ((INDO_CHINA,),), default=0, quiet=True),
    Family(
        "vichy-army",
        Count(0, 60),
        "{1} in {0} that were French and are Sworn to the Axis",
        (PLACES, KINDS),
        told_by=Teller.BOARD,
        default=0,
    ),
    Family("fighters", Count(0, 60), "fighters of {1} in {0}", (PLACES, ALLIES), Teller.BOARD, default=0),
    Family("conflict", Flag(), "units of {1} stand beside Vichy units in {0}", (PLACES, OTHERS), default=False),
    Family("sea-conflict", Flag(), "ships of {0} may lie beside new German ships", (ALLIES,), default=False),
    Family(
        "french-ships", Count(0, 60), "French ships on the board: {0}", (tuple(SHIPS),), Teller.BOARD, stale_after=1
    ),
    Family(
        "ships-gone",
        Count(0, 60),
        "French ships that became {1}: {0}",
        (tuple(SHIPS), ("german", "scuttled")),
        default=0,
    ),
)

# -- the fall
TRIGGER = "R39-FALL-TRIGGER"
SCOPE = Note("every French territory and ship takes a side, De Gaulle's or Vichy's", cite="R39-FALL-SCOPE")
BELGIAN_STAYS = Limit("Belgian and Dutch land held by France makes no Vichy roll", cite="R39-FALL-NOT-BELGIAN")
STAYS_FRENCH = Note("once French, it stays French through the fall", cite="R39-BEL-PERMANENT")
BEFORE_INCOME = Note("the French player rolls before Collect Income", cite="R39-FALL-WHEN")
NO_MONEY = Limit("no player can influence a Vichy roll", cite="R39-FALL-NO-INFLUENCE")
NULLIFIED = Note("with twelve or more there is no roll: it stays Free French", cite="R39-FALL-NULLIFY", value=d12.sides)
SWORN = Note("what joins Vichy is Sworn to Germany or Japan", cite="R39-FALL-VICHY")
TURNED = Note("French units there become neutral pieces of the same kind", cite="R39-FALL-VICHY-UNITS")
EXAMPLES = (
    Note(
        "three infantry and a fighter make Algeria 11 or less", cite="R39-FALL-EX-ALGERIA", value=("algeria", 11, None)
    ),
    Note("an armor in Guinea makes 13, and no roll", cite="R39-FALL-EX-GUINEA", value=("guinea", 13, None)),
    Note("a 12 turns even that Algeria", cite="R39-FALL-CONF-EX", value=("algeria", 11, 12)),
)
SHIP_ROLL = Note("one die for every French ship on the board", cite="R39-FALL-NAVY")
TAKEN = Note("a ship that joins the Axis is a German one of its kind, on the spot", cite="R39-FALL-NAVY-GERMAN")
SCUTTLED = Note("a scuttled ship is removed", cite="R39-FALL-NAVY-SCUTTLE")
FIGHTER_ABOARD = Note(
    "a French fighter on a lost carrier may fly half its movement to friendly land, or is lost",
    cite="R39-FER-CARRIER-FIGHTER",
)

HOSTILE = Note("Vichy units and new German ships are hostile to Allies beside them", cite="R39-FALL-CONF-HOSTILE")
NO_INCOME = Note(
    "France gets nothing for it this turn: the change comes before its income", cite="R39-FALL-UNOCC-INCOME"
)

# -- Indo-China
EVERY_TURN = Note("each turn France must keep Indo-China from swearing to Japan", cite="R39-INDO-ROLL")
UNTIL_THE_FALL = Note("up to the turn of the fall, and once a turn", cite="R39-INDO-END")
ENOUGH_UNITS = Permit("enough units there cancel the roll", cite="R39-INDO-NULLIFY")
GUESTS = Note("other Allies there leave or attack in their own turns", cite="R39-INDO-ALLIED-UNITS")


def applies(world: World) -> bool:
    """France can fall in a game that began in 1939, whatever the turn."""
    return holds(with_1939_rules(), world) and world.get("scenario") == "1939"


def sworn_to(place: str, *nations: str) -> Expr:
    """A French territory that has gone over to Vichy, and to whom."""
    return choice(f"vichy.{place}", *nations, says=f"{place_name(place)} is Vichy, Sworn to {title(*nations)}")


def _stay(place: str) -> Limit:
    return Limit("Vichy units never leave their territory", "R39-FALL-VICHY-STAY", sworn_to(place, *AXIS))


OPEN_TO_ALL = "R39-FALL-UNOCC-OTHER"
RULES = (
    (VICHY_ROLL, TERRITORIES, tuple(SHIPS.values()), EXAMPLES),
    (Note("France falls when its turn begins with the capital in Axis hands", cite=TRIGGER), SCOPE, BELGIAN_STAYS),
    (STAYS_FRENCH, BEFORE_INCOME, NO_MONEY, NULLIFIED, SWORN, TURNED, SHIP_ROLL, TAKEN, SCUTTLED, FIGHTER_ABOARD),
    (HOSTILE, NO_INCOME, EVERY_TURN, UNTIL_THE_FALL, ENOUGH_UNITS, GUESTS, _stay(INDO_CHINA)),
    Permit("another Ally may still attack it and claim it for France", cite=OPEN_TO_ALL),
)
PROCEDURES = {
    "fall": Procedure("twg.vichy", "what the British and French turn begins with: the fall of France, or Indo-China"),
    "ships": Procedure("twg.vichy.navy", "the fate of the French navy"),
}


def charter_of(place: str, action: str) -> tuple[Limit | Permit, ...]:
    """What the table may ask about a French territory."""
    if place not in TERRITORIES:
        return ()
    return {"march": (_stay(place),), "command": (_stay(place),), "influence": (NO_MONEY,)}.get(action, ())


# -- going over
def goes_over(place: str) -> tuple[Assign, ...]:
    """The territory swears to its Axis nation, and the French units in it with it."""
    return (
        sets(f"vichy.{place}", TERRITORIES[place].swears_to),
        sets(f"holder.{place}", "none"),
        *(sets(f"vichy-army.{place}.{k}", units(place, FRANCE, k)) for k in KINDS),
        *(sets(f"units.{place}.{FRANCE}.{k}", 0) for k in LAND),
        sets(f"fighters.{place}.{FRANCE}", 0),
    )


def present(world: World, place: str, nation: str, kinds: Iterable[str] = KINDS) -> bool:
    return any(world.get(units(place, nation, k).facts[0]) for k in kinds)


def _turns(world: World, place: str) -> list[Rule]:
    """A territory joins Vichy; whoever shares it will have to act."""
    guests = [n for n in OTHERS if present(world, place, n)]
    french = present(world, place, FRANCE)
    TURNED.used(world)
    if guests:
        (GUESTS if place == INDO_CHINA else HOSTILE).used(world)
        HOSTILE.used(world)
    if not french and any(present(world, place, n, LAND) for n in (UK, USA)):
        NO_INCOME.used(world)
    beside = tuple(sets(f"conflict.{place}.{n}", True) for n in guests)
    return [Rule(SWORN.label, SWORN.cite, sets=(*goes_over(place), *beside))]


def _note_belgian(world: World) -> None:
    kept = any(world.get(f"stance.{p}.{FRANCE}") == "total" for p in BELGIAN_DUTCH)
    world.note(BELGIAN_STAYS.cite, kept)
    if kept:
        STAYS_FRENCH.used(world)


# -- the beginning of the British and French turn
@steps.step("twg.vichy")
def begin(world: World, frame: Frame) -> Directive:
    if not applies(world):
        return done()
    fell, taken = holds(number("france-fell") >= 1, world), holds(axis_holds(FRANCE, *AXIS), world)
    falls = not fell and taken
    world.note(TRIGGER, falls)
    if falls:
        SCOPE.used(world)
        UNTIL_THE_FALL.used(world)
        world.weighed(_note_belgian)
        falls_now = Rule("France has fallen", TRIGGER, sets=(sets("france-fell", number("turn")),))
        return do(carry_out([falls_now], world)[1], then="twg.vichy.board")
    if fell:
        UNTIL_THE_FALL.used(world)
        return done()
    return go("twg.vichy.territory", left=[INDO_CHINA], ships=False)


@steps.step("twg.vichy.board")
def board(world: World, frame: Frame) -> Directive:
    """What stands in the French territories decides; the table looks it over once."""
    BEFORE_INCOME.used(world)
    prompt = "France has fallen. Are all British, American and French land units and fighters in French land reported?"
    question = confirm(TABLE, prompt, cite=BEFORE_INCOME.cite, yes="They are", no=None)
    return ask(question, then="twg.vichy.territory", into="nod", left=list(PLACES), ships=True)


@steps.step("twg.vichy.territory", takes=("left", "ships"))
def territory(world: World, frame: Frame) -> Directive:
    """The next territory that is still French."""
    if not frame.left:
        return go("twg.vichy.navy" if frame.ships else "twg.vichy.over")
    place, *rest = frame.left
    if not holds(STILL_FRENCH[place], world):
        world.note(_cite(frame), False)
        return go("twg.vichy.territory", left=rest)
    row = TERRITORIES[place]
    world.weighed(row.table.sheet)
    number = amount(FREE[place], world)
    NO_MONEY.forbids(world)
    _met(world, place, number)
    nullified = number >= NULLIFIED.value
    if place == INDO_CHINA:
        world.note(ENOUGH_UNITS.cite, nullified)
    if nullified:
        NULLIFIED.used(world)
        return do(_rolled(world, place), then="twg.vichy.territory", left=rest)
    name = place_name(place)
    return roll(
        d12,
        label=f"turn {world.get('turn')}: Vichy roll, {name}",
        cite=_cite(frame),
        seat=FRANCE,
        then="twg.vichy.result",
        prompt=f"Roll d12 for {name}: Free French on {number} or less, else Sworn to {TITLES[row.swears_to]}",
        odds=lambda: {"success": Fraction(number, d12.sides)},
        subject="",
        number=number,
    )


def _cite(frame: Frame) -> str:
    return VICHY_ROLL.cite if frame.ships else EVERY_TURN.cite


def _met(world: World, place: str, number: int, face: int | None = None) -> None:
    world.weighed(lambda w: [example.used(w) for example in EXAMPLES if example.value == (place, number, face)])


def _rolled(world: World, place: str) -> list[Change]:
    """Indo-China is rolled for once a turn."""
    if place != INDO_CHINA:
        return []
    return [world.change(f"vichy-roll.{place}", world.get("turn"), UNTIL_THE_FALL.cite)]


@steps.step("twg.vichy.result")
def result(world: World, frame: Frame) -> Directive:
    place, *rest = frame.left
    free = frame.roll <= frame.number
    world.note(_cite(frame), free)
    if place == INDO_CHINA:
        UNTIL_THE_FALL.used(world)
    _met(world, place, frame.number, frame.roll)
    changes = [] if free else carry_out(_turns(world, place), world)[1]
    return do([*changes, *_rolled(world, place)], then="twg.vichy.territory", left=rest)


@steps.step("twg.vichy.over")
def over(world: World, frame: Frame) -> Directive:
    return done()


# -- the navy
@steps.step("twg.vichy.navy")
def navy(world: World, frame: Frame) -> Directive:
    """The table tells which French ships there are."""
    kinds = [number(f"french-ships.{kind}", kind) for kind in SHIPS]
    total = amount(sum_of(*kinds), world)
    world.note(SHIP_ROLL.cite, total > 0)
    due = [kind for kind in SHIPS for _ in range(world.get(f"french-ships.{kind}") or 0)]
    return go("twg.vichy.ship", ships_left=due)


@steps.step("twg.vichy.ship", takes=("ships_left",))
def ship(world: World, frame: Frame) -> Directive:
    if not frame.ships_left:
        return done()
    kind = frame.ships_left[0]
    fate = SHIPS[kind].used(world)
    free, german = fate["free"], fate["german"]
    cargo = " (what it carries shares its fate)" if kind == "transport" else ""
    fates = f"Free French on {free} or less, German up to {german}, else scuttled"
    return roll(
        d12,
        label=f"turn {world.get('turn')}: {SHIPS[kind].label}",
        cite=SHIP_ROLL.cite,
        seat=FRANCE,
        then="twg.vichy.fate",
        prompt=f"Roll d12 for {SHIPS[kind].label}{cargo}: {fates}",
        odds={
            "free": Fraction(free, d12.sides),
            "german": Fraction(german - free, d12.sides),
            "scuttled": Fraction(d12.sides - german, d12.sides),
        },
    )


@steps.step("twg.vichy.fate")
def fate(world: World, frame: Frame) -> Directive:
    kind, *rest = frame.ships_left
    free, german = SHIPS[kind].value["free"], SHIPS[kind].value["german"]
    world.note(SHIP_ROLL.cite, frame.roll <= free)
    if frame.roll <= free:
        return go("twg.vichy.ship", ships_left=rest)
    gone = "german" if frame.roll <= german else "scuttled"
    note = TAKEN if gone == "german" else SCUTTLED
    lost = (
        sets(f"french-ships.{kind}", number(f"french-ships.{kind}") - 1),
        sets(f"ships-gone.{kind}.{gone}", number(f"ships-gone.{kind}.{gone}") + 1),
    )
    beside = tuple(sets(f"sea-conflict.{n}", True) for n in ALLIES if n != CHINA) if gone == "german" else ()
    if beside:
        HOSTILE.used(world)
    _, changes = carry_out([Rule(note.label, note.cite, sets=(*lost, *beside))], world)
    return do(changes, then="twg.vichy.fighter" if kind == "carrier" else "twg.vichy.ship", ships_left=rest)


@steps.step("twg.vichy.fighter")
def fighter(world: World, frame: Frame) -> Directive:
    labels = {"none": "There was none", "landed": "It landed", "lost": "It found no land"}
    prompt = f"Was a French fighter aboard the lost carrier? {sentence(FIGHTER_ABOARD.label)}."
    return ask(choose(FRANCE, prompt, labels, cite=FIGHTER_ABOARD.cite), then="twg.vichy.landed", into="landed")


@steps.step("twg.vichy.landed")
def landed(world: World, frame: Frame) -> Directive:
    world.note(FIGHTER_ABOARD.cite, frame.landed != "none")
    return go("twg.vichy.ship")
