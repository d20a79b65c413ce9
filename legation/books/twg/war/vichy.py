"""The fall of France: Vichy rolls, the fate of the French navy, and Indo-China every turn.

A territory that goes over to Vichy is nobody's (`holder`) and Sworn to an Axis nation (`vichy.<place>`); the French
units in it become a neutral army (`vichy-army`).  Allies who share it must attack or leave (`conflict`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from legation.books.twg.deeds import TARGET, is_land
from legation.books.twg.map.geography import geography, slug
from legation.books.twg.powers import (
    ALL,
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
from legation.books.twg.schema import LAND
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import HERE, axis_holds, place_name, with_1939_rules
from legation.books.twg.war.war_status import BELGIAN_DUTCH, INDO_CHINA, or_less
from legation.core.book import Procedure
from legation.core.deeds import Chapter, Deed, On, Role, adds, due, enacted, filled, follows, of
from legation.core.dice import d12
from legation.core.expr import Expr, all_of, amount, any_choice, choice, holds, lift, named, number, sum_of
from legation.core.expr import present as some_of
from legation.core.facts import Change, Choice, Count, Family, Flag, Teller, World
from legation.core.machine import Directive, Frame, Later, ask, do, done, go, roll
from legation.core.requests import TABLE, Question, choose, confirm
from legation.core.rules import Assign, Datum, Duty, Limit, Modifier, Permit, Rule, bespoke, booked, carry_out, sets
from legation.core.tables import Table
from legation.core.voice import plural

__all__ = ["FACTS", "FREE", "INDO_CHINA", "KINDS", "OTHERS", "PLACES", "PROCEDURES", "RULES"]
__all__ += ["CAN_FALL", "TERRITORIES", "applies", "charter_of", "french_land", "goes_over", "is_vichy", "out_of_date"]
__all__ += ["all_units", "present", "sworn_to", "units"]

KINDS = (*LAND, "fighter")


# -- the chart
def units(place: str, nation: str, kind: str) -> Expr:
    return number(_units(place, nation, kind), f"{plural(kind)} of {TITLES[nation]} in {place_name(place)}")


def _units(place: str, nation: str, kind: str) -> str:
    return f"fighters.{place}.{nation}" if kind == "fighter" else f"units.{place}.{nation}.{kind}"


def all_units(place: str, nation: str) -> tuple[str, ...]:
    """What the referee knows of a nation there, kind by kind and uncounted."""
    return (*(_units(place, nation, kind) for kind in KINDS), f"garrison.{place}.{nation}")


def _worth(dollars: int, label: str, cite: str, *kinds: str) -> Modifier:
    there = sum_of(*(units(HERE, n, k) for n in WESTERN for k in kinds))
    ours = named(
        "[a|no] British, American or French one stands there",
        (there >= 1).worded("[a|no] British, American or French one stands there"),
        cite="R39-FALL-MOD-WHO",
    )
    return Modifier(there * dollars, label, cite, ours)


def _uncounted(nation: str) -> Expr:
    """What units that nobody has counted are worth: who reports them one by one is not asked for it."""
    there = number(f"garrison.{HERE}.{nation}", f"uncounted units of {TITLES[nation]} there")
    return there * number(f"garrison-worth.{HERE}.{nation}", f"what they add for {TITLES[nation]}")


VICHY_ROLL = Table(
    "Vichy roll",
    cite="R39-FALL-EACH",
    die=d12,
    modifiers=(
        _worth(1, "each infantry", "R39-FALL-MOD-INFANTRY", "infantry", "paratroops"),
        _worth(2, "each artillery", "R39-FALL-MOD-ARTILLERY", "artillery"),
        _worth(4, "each armor", "R39-FALL-MOD-ARMOR", "armor"),
        _worth(4, "each fighter", "R39-FALL-MOD-FIGHTER", "fighter"),
        Modifier(sum_of(*map(_uncounted, WESTERN)), "land units that nobody has counted", "R39-FALL-MOD-WHO"),
    ),
)


@dataclass(frozen=True, eq=False)
class ChartRow:
    """A row of the chart: the number that keeps it Free French, and to whom Vichy would swear."""

    name: str
    table: Table
    swears_to: str


def _row(name: str, free: int, swears_to: str, cite: str) -> ChartRow:
    basic = Modifier(lift(free), f"{name} stays Free French on {free} or less", cite)
    return ChartRow(name, VICHY_ROLL.country(name, here=slug(name), cite="", basic=basic), swears_to)


TERRITORIES = {
    slug(row.name): row
    for row in (
        _row("Algeria", 4, GERMANY, "R39-FALL-V-ALGERIA"),
        _row("Cameroon", 9, GERMANY, "R39-FALL-V-CAMEROON"),
        _row("Corsica", 3, GERMANY, "R39-FALL-V-CORSICA"),
        _row("Equatorial Africa", 4, GERMANY, "R39-FALL-V-EQUATORIALAFRICA"),
        _row("Guinea", 9, GERMANY, "R39-FALL-V-GUINEA"),
        _row("Ivory Coast", 9, GERMANY, "R39-FALL-V-IVORYCOAST"),
        _row("Madagascar", 9, GERMANY, "R39-FALL-V-MADAGASCAR"),
        _row("Mali", 7, GERMANY, "R39-FALL-V-MALI"),
        _row("Mauritania", 7, GERMANY, "R39-FALL-V-MAURITANIA"),
        _row("Morocco", 4, GERMANY, "R39-FALL-V-MOROCCO"),
        _row("Syria", 4, GERMANY, "R39-FALL-V-SYRIA"),
        _row("Tunisia", 3, GERMANY, "R39-FALL-V-TUNISIA"),
        _row("West Africa", 9, GERMANY, "R39-FALL-V-WESTAFRICA"),
        _row("Indo-China", 5, JAPAN, "R39-FALL-V-INDOCHINA"),
        _row("New Caledonia", 8, JAPAN, "R39-FALL-V-NEWCALEDONIA"),
        _row("Tahiti", 8, JAPAN, "R39-FALL-V-TAHITI"),
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
        choice(f"holder.{place}", FRANCE, says=f"{row.name} is[ not] French"),
        choice(f"vichy.{place}", "none", says=f"{row.name} has [not ]gone over"),
    )
    for place, row in TERRITORIES.items()
}


# -- what is remembered
class Fates(NamedTuple):
    """The highest rolls by which a ship is Free French and German; above them it is scuttled."""

    free_at_most: int
    german_at_most: int


class Fate(Datum):
    """What a die makes of a ship."""

    kind = "datum"

    def tells(self) -> Iterator[str]:
        free, german = self.value
        yield f"{self.label} is free on {free} or less, German on {german} or less, and scuttled on more"


SHIPS = {
    "battleship": Fate("a French battleship", "R39-FALL-NAVY-BATTLESHIP", Fates(7, 11)),
    "carrier": Fate("a French aircraft carrier", "R39-FALL-NAVY-CARRIER", Fates(7, 11)),
    "destroyer": Fate("a French destroyer", "R39-FALL-NAVY-DESTROYER", Fates(6, 11)),
    "submarine": Fate("a French submarine", "R39-FALL-NAVY-SUBMARINE", Fates(6, 10)),
    "transport": Fate("a French transport", "R39-FALL-NAVY-TRANSPORT", Fates(5, 8)),
}


def fate_of(ship: Fate, roll: int) -> str:
    """What a die has made of a ship, in words."""
    free, german = ship.value
    return "Free French" if roll <= free else "German" if roll <= german else "scuttled"


OTHERS = (USSR, UK, USA, CHINA)
GERMAN, SCUTTLED = "german", "scuttled"
FATE = Role("fate", "what becomes of a ship", (GERMAN, SCUTTLED))
FACTS = (
    Family(
        "france-fell",
        Count(0, 20, "turn"),
        "the turn in which France fell",
        told_by=Teller.BOARD,
        default=0,
        because="the fall follows from the conquest of France, which is reported",
    ),
    Family(
        "vichy",
        Choice(("none", *AXIS), ("nobody", *(TITLES[n] for n in AXIS))),
        "the Axis nation to which {0} has sworn",
        (PLACES,),
        default="none",
    ),
    Family(
        "vichy-roll", Count(0, 20, "turn"), "the turn of the last roll for {0}", ((INDO_CHINA,),), default=0, quiet=True
    ),
    Family(
        "vichy-army",
        Count(0, 60),
        "{1} in {0} that were French and are Sworn to the Axis",
        (PLACES, KINDS),
        told_by=Teller.BOARD,
        default=0,
        because="they are told of when France falls",
    ),
    Family(
        "fighters",
        Count(0, 60),
        "fighters of {1} in {0}",
        (PLACES, ALL),
        Teller.BOARD,
        default=0,
        because="those that matter beside Vichy units are told of when France falls and as they move",
    ),
    Family(
        "garrison-worth",
        Count(0, 60),
        "what the uncounted land units of {1} in {0} add to a Vichy roll",
        (PLACES, WESTERN),
        told_by=Teller.BOARD,
        stale_after=1,
        asked_by="R39-FALL-MOD-WHO",
    ),
    Family("conflict", Flag(), "[|no ]units of {1} stand beside Vichy units in {0}", (PLACES, OTHERS), default=False),
    Family("sea-conflict", Flag(), "ships of {0} [may|cannot] lie beside new German ships", (ALLIES,), default=False),
    Family(
        "french-ships", Count(0, 60), "French ships on the board: {0}", (tuple(SHIPS),), Teller.BOARD, stale_after=1
    ),
    Family(
        "ships-gone",
        Count(0, 60),
        "French ships that became {1}: {0}",
        (tuple(SHIPS), FATE.among),
        default=0,
    ),
)

# -- the fall
FELL = (number("france-fell", "the turn in which France fell") >= 1).worded("France has[ not] fallen")
FALLS = Rule(
    "France falls when its turn begins with the capital in Axis hands",
    cite="R39-FALL-TRIGGER",
    when=all_of(~FELL, axis_holds(FRANCE, *AXIS)),
    sets=(sets("france-fell", number("turn")),),
)
SCOPE = Datum("every French territory takes a side, De Gaulle's or Vichy's", cite="R39-FALL-SCOPE", value=PLACES)
KEPT = any_choice(
    (f"stance.{place}.{FRANCE}" for place in BELGIAN_DUTCH), "total", says="France has [|no ]Belgian or Dutch land"
)
BELGIAN_STAYS = Duty(
    "Belgian and Dutch land held by France makes no Vichy roll", cite="R39-FALL-NOT-BELGIAN", when=KEPT
)
STAYS_FRENCH = Duty("once French, it stays French through the fall", cite="R39-BEL-PERMANENT", when=KEPT)


def _rolls(place: str) -> Permit:
    return Permit(f"one die for {TERRITORIES[place].name}, as it is still French", ROLL, STILL_FRENCH[place])


def _no_money(place: str) -> Limit:
    return Limit("no player can influence a Vichy roll", "R39-FALL-NO-INFLUENCE", STILL_FRENCH[place])


def _cancelled(place: str) -> Expr:
    says = f"[twelve or more keep|less than twelve does not keep] {TERRITORIES[place].name} Free French without a roll"
    return named(says, FREE[place] >= d12.sides, cite="R39-FALL-NULLIFY")


ROLL, HOSTILE = VICHY_ROLL.cite, "R39-FALL-CONF-HOSTILE"
ROLLS = {place: _rolls(place) for place in PLACES}
CANCELLED = {place: _cancelled(place) for place in PLACES}

# -- Indo-China
EVERY_TURN = Permit(
    "each turn France must keep Indo-China from swearing to Japan", cite="R39-INDO-ROLL", when=STILL_FRENCH[INDO_CHINA]
)
UNTIL_THE_FALL = Limit("Indo-China is rolled for up to the fall, and once a turn", cite="R39-INDO-END", when=FELL)
ROLLED = Rule(
    "Indo-China has been rolled for in this turn",
    UNTIL_THE_FALL.cite,
    sets=(sets(f"vichy-roll.{INDO_CHINA}", number("turn")),),
    again=True,
)
ENOUGH_UNITS = Permit("enough units in Indo-China cancel its roll", cite="R39-INDO-NULLIFY", when=CANCELLED[INDO_CHINA])


# -- going over
AFFILIATE = Role("affiliate", "the Axis nation that it swears to", AXIS)
GUEST = Role("guest", "an Ally beside the French", OTHERS)
GOES_OVER = Deed("goes-over", "{here} goes over to Vichy", "R39-FALL-VICHY", (TARGET, AFFILIATE))


def goes_over(place: str, to: str) -> tuple[Assign, ...]:
    """The territory swears to its Axis nation, and the French units in it with it."""
    return (*_swears(place, to), *_units_turn(place))


def _swears(place: str, to: str) -> tuple[Assign, ...]:
    return (sets(f"vichy.{place}", to), sets(f"holder.{place}", "none"))


def _units_turn(place: str) -> tuple[Assign, ...]:
    return (
        *(sets(f"vichy-army.{place}.{k}", units(place, FRANCE, k)) for k in KINDS),
        *(sets(f"units.{place}.{FRANCE}.{k}", 0) for k in LAND),
        sets(f"fighters.{place}.{FRANCE}", 0),
    )


def _guests(place: str, nation: str) -> Expr:
    return some_of(all_units(place, nation), f"{TITLES[nation]} has [a|no] unit there")


def _beside(cite: str) -> On:
    """Whoever shares it will have to act."""
    return On(
        "the Vichy units are hostile to Allies beside them, who attack or leave in their own turns",
        cite,
        on=GOES_OVER,
        each=(GUEST,),
        when=of(TARGET, GUEST, build=_guests, says="it has [a|no] unit there"),
        sets=(sets(f"conflict.{HERE}.{GUEST}", True),),
        again=True,
    )


VICHY = (
    On(
        "what joins Vichy is Sworn to Germany or Japan",
        cite="R39-FALL-VICHY",
        on=GOES_OVER,
        sets=_swears(HERE, str(AFFILIATE)),
    ),
    On(
        "French units there become neutral pieces of the same kind",
        cite="R39-FALL-VICHY-UNITS",
        on=GOES_OVER,
        sets=_units_turn(HERE),
    ),
)

# -- the ships
KIND = Role("kind", "what ship it is", tuple(SHIPS))
SHIP_LOST = Deed("ship-lost", "a French {kind} is lost", "R39-FALL-NAVY", (KIND, FATE))
LOST = (adds(f"french-ships.{KIND}", -1), adds(f"ships-gone.{KIND}.{FATE}", 1))
NAVY_LOST = (
    On(
        "a ship that joins the Axis is a German one of its kind, on the spot",
        cite="R39-FALL-NAVY-GERMAN",
        on=SHIP_LOST,
        when=filled(FATE, GERMAN, says="it [joins|does not join] the Axis"),
        sets=LOST,
    ),
    On(
        "new German ships are hostile to Allied ships beside them",
        cite=HOSTILE,
        on=SHIP_LOST,
        when=filled(FATE, GERMAN, says="it [joins|does not join] the Axis"),
        sets=tuple(sets(f"sea-conflict.{n}", True) for n in ALLIES if n != CHINA),
    ),
    On(
        "a scuttled ship is removed",
        cite="R39-FALL-NAVY-SCUTTLE",
        on=SHIP_LOST,
        when=filled(FATE, SCUTTLED, says="it is[ not] scuttled"),
        sets=LOST,
    ),
)
LANDING = Deed("landing", "a French fighter lands in {here}", "R39-FER-CARRIER-FIGHTER", (TARGET,))
LANDS = On(
    "a French fighter on a lost carrier may fly half its movement to friendly land, or is lost",
    cite="R39-FER-CARRIER-FIGHTER",
    on=LANDING,
    when=is_land(*PLACES, says="fighters are[ not] counted there"),
    sets=(adds(f"fighters.{HERE}.{FRANCE}", 1),),
)
HEEDS = (
    Chapter((*VICHY, *NAVY_LOST, LANDS)),
    Chapter((_beside("R39-INDO-ALLIED-UNITS"),), is_land(INDO_CHINA)),
    Chapter((_beside(HOSTILE),), ~is_land(INDO_CHINA)),
)


@bespoke("R39-FALL-NAVY", reads=[number(f"french-ships.{kind}", kind) for kind in SHIPS])
def ships_due(world: World) -> list[str]:
    """One die for every French ship on the board."""
    kinds = [number(f"french-ships.{kind}", kind) for kind in SHIPS]
    amount(sum_of(*kinds), world)  # all of them are asked for together
    return [kind for kind in SHIPS for _ in range(world.get(f"french-ships.{kind}") or 0)]


NAVY, FIGHTER = "R39-FALL-NAVY", "R39-FER-CARRIER-FIGHTER"


CAN_FALL = named(
    "France can[not] fall, in a game that [began in 1939, whatever the turn|did not begin in 1939]",
    with_1939_rules() & choice("scenario", "1939", says="the game [began|did not begin] in 1939"),
)


def applies(world: World) -> bool:
    """France can fall in this game."""
    return holds(CAN_FALL, world)


def sworn_to(place: str, *nations: str) -> Expr:
    """A French territory that has gone over to Vichy, and to whom."""
    return choice(f"vichy.{place}", *nations, says=f"{place_name(place)} is[ not] Vichy, Sworn to {title(*nations)}")


def is_vichy(place: str) -> Expr:
    """A Vichy territory is open to every Ally."""
    says = f"{place_name(place)} is [Vichy, and an Ally may attack it and claim it for France|not Vichy]"
    return named(says, sworn_to(place, *AXIS), cite="R39-FALL-UNOCC-OTHER")


def _stay(place: str) -> Limit:
    return Limit("Vichy units never leave their territory", "R39-FALL-VICHY-STAY", sworn_to(place, *AXIS))


CHANGED = Role("changed", "whether any French land has gone over", ("yes", "no"))
TAKES_SIDES = Deed("takes-sides", "the French territories have taken sides", ROLL, (CHANGED,))
OUT_OF_DATE = On(
    "France gets nothing for land that turns Vichy this turn: the change comes before its income",
    "R39-FALL-UNOCC-INCOME",
    on=TAKES_SIDES,
    when=filled(CHANGED, "yes", says="some [has|has not] gone over"),
    sets=(sets(f"own-land.{FRANCE}", None),),
)


def out_of_date(world: World, before: list[str]) -> list[Change]:
    """What was told of French land before the rolls, if it does not hold after them."""
    changed = "yes" if french_land(world) != before else "no"
    return enacted(follows((OUT_OF_DATE,), TAKES_SIDES, changed=changed), world)


def french_land(world: World) -> list[str]:
    """The French land, where the table has reported what it is worth in all."""
    if not world.known(f"own-land.{FRANCE}"):
        return []
    return [place for place in geography().original(FRANCE) if world.get(f"holder.{place}") == FRANCE]


PROCEDURES = {
    "fall": Procedure("twg.vichy", "what the British and French turn begins with: the fall of France, or Indo-China"),
    "ships": Procedure("twg.vichy.navy", "the fate of the French navy"),
}


def charter_of(place: str, action: str) -> tuple[Limit | Permit, ...]:
    """What the table may ask about a French territory."""
    if place not in TERRITORIES:
        return ()
    return {"march": (_stay(place),), "command": (_stay(place),), "influence": (_no_money(place),)}.get(action, ())


def present(world: World, place: str, nation: str, *, on_land: bool = False) -> bool:
    """Whether units of a nation are there; `on_land` leaves its fighters out."""
    air = f"fighters.{place}.{nation}" if on_land else ""
    return any(world.get(fact) for fact in all_units(place, nation) if fact != air)


# -- the beginning of the British and French turn
@steps.step("twg.vichy")
def begin(world: World, frame: Frame) -> Directive:
    if not applies(world):
        return done()
    if changes := carry_out([FALLS], world)[1]:
        return do(changes, then="twg.vichy.board")
    if UNTIL_THE_FALL.forbids(world):
        return done()
    return go("twg.vichy.territory", left=[INDO_CHINA], ships=False)


@steps.step("twg.vichy.board")
@bespoke("R39-FALL-WHEN", reads=[KEPT])
def board(world: World, frame: Frame) -> Directive:
    """The French player rolls before Collect Income: what stands in French land decides, and is looked over once."""

    def worded() -> Question:
        told = "".join(f" {sentence(words)}." for duty in (BELGIAN_STAYS, STAYS_FRENCH) if (words := duty.told(world)))
        asked = "Are all British, American and French land units and fighters in French land reported?"
        prompt = f"France has fallen.{told} {asked}"
        did = "says that all that stands in French land is reported"
        return confirm(TABLE, prompt, cite="R39-FALL-WHEN", yes="They are", no=None, did=did)

    question = Later(TABLE, "confirm", (True,), lambda answer: answer is True, worded)
    return ask(question, then="twg.vichy.territory", into="nod", left=list(SCOPE.value), ships=True)


@steps.step("twg.vichy.territory", takes=("left", "ships"))
def territory(world: World, frame: Frame) -> Directive:
    """The next territory that is still French."""
    if not frame.left:
        return go("twg.vichy.navy" if frame.ships else "twg.vichy.over")
    place, *rest = frame.left
    permit = ROLLS[place] if frame.ships else EVERY_TURN
    if not permit.allows(world):
        return go("twg.vichy.territory", left=rest)
    row = TERRITORIES[place]
    if ENOUGH_UNITS.allows(world) if place == INDO_CHINA else holds(CANCELLED[place], world):
        return do(_rolled(world, place), then="twg.vichy.territory", left=rest)
    name, most = place_name(place), row.table.number(world)
    return roll(
        d12,
        label=f"turn {world.get('turn')}: Vichy roll, {name}",
        cite=permit.cite,
        seat=FRANCE,
        then="twg.vichy.result",
        prompt=f"Roll d12 for {name}: Free French on {most} or less, else Sworn to {TITLES[row.swears_to]}",
        odds=lambda: {"success": Fraction(most, d12.sides)},
        subject="",
        number=most,
    )


def _rolled(world: World, place: str) -> list[Change]:
    """Indo-China is rolled for once a turn."""
    return booked([ROLLED], world) if place == INDO_CHINA else []


@steps.step("twg.vichy.result")
def result(world: World, frame: Frame) -> Directive:
    place, *rest = frame.left
    free = or_less(world, frame.roll, frame.number)
    to = {"here": place, "affiliate": TERRITORIES[place].swears_to}
    changes = [] if free else enacted(due(HEEDS, world, GOES_OVER, **to), world)
    return do([*changes, *_rolled(world, place)], then="twg.vichy.territory", left=rest)


@steps.step("twg.vichy.over")
def over(world: World, frame: Frame) -> Directive:
    return done()


# -- the navy
@steps.step("twg.vichy.navy")
def navy(world: World, frame: Frame) -> Directive:
    """The table tells which French ships there are."""
    return go("twg.vichy.ship", ships_left=ships_due(world))


@steps.step("twg.vichy.ship", takes=("ships_left",))
def ship(world: World, frame: Frame) -> Directive:
    if not frame.ships_left:
        return done()
    kind = frame.ships_left[0]
    free, german = SHIPS[kind].value
    cargo = " (what it carries shares its fate)" if kind == "transport" else ""
    fates = f"Free French on {free} or less, German up to {german}, else scuttled"
    return roll(
        d12,
        label=f"turn {world.get('turn')}: {SHIPS[kind].label}",
        cite=NAVY,
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
    free, german = SHIPS[kind].value
    if or_less(world, frame.roll, free):
        return go("twg.vichy.ship", ships_left=rest)
    lost = GERMAN if or_less(world, frame.roll, german) else SCUTTLED
    changes = enacted(due(HEEDS, world, SHIP_LOST, kind=kind, fate=lost), world)
    return do(changes, then="twg.vichy.fighter" if kind == "carrier" else "twg.vichy.ship", ships_left=rest)


@steps.step("twg.vichy.fighter")
def fighter(world: World, frame: Frame) -> Directive:
    """A fighter that has lost its carrier lands; where nobody counts fighters, it is enough to say so."""
    labels = {"none": "There was none", "landed": "It landed on other friendly land", "lost": "It found no land"}
    french = [place for place in PLACES if holds(STILL_FRENCH[place], world)]
    labels |= {place: f"It landed in {place_name(place)}" for place in french}
    may = "A French fighter on a lost carrier may fly half its movement to friendly land, or is lost."
    prompt = f"Was a French fighter aboard the lost carrier? {may}"
    did = "tells of the fighter of its lost carrier: {}"
    return ask(choose(FRANCE, prompt, labels, cite=FIGHTER, did=did), then="twg.vichy.landed", into="landed")


@steps.step("twg.vichy.landed")
def landed(world: World, frame: Frame) -> Directive:
    return do(enacted(due(HEEDS, world, LANDING, here=frame.landed), world), then="twg.vichy.ship")


RULES = (
    (VICHY_ROLL, TERRITORIES, tuple(SHIPS.values()), FALLS, SCOPE, BELGIAN_STAYS, STAYS_FRENCH),
    (_no_money(INDO_CHINA), tuple(CANCELLED.values()), HEEDS, ships_due),
    (board, OUT_OF_DATE, EVERY_TURN, UNTIL_THE_FALL, ENOUGH_UNITS, _stay(INDO_CHINA), is_vichy(INDO_CHINA)),
)
