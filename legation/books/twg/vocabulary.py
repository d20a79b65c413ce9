"""The words that charts are written in: predicates over facts, and what a chart can do.

`HERE` stands for the territory of the chart, `BY` for the nation that tries to influence it; both are filled in when a
neutral is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from legation.books.twg.map.geography import geography
from legation.books.twg.map.own_names import touching_part
from legation.books.twg.powers import ALL, ALLIES, does, title
from legation.books.twg.schema import AIR, CLASSES, LAND, THREATENED_BY
from legation.core.expr import (
    NO,
    YES,
    Expr,
    Look,
    all_of,
    any_choice,
    any_of,
    choice,
    named,
    node,
    number,
    present,
    rank,
    sum_of,
    truth,
    when_else,
)
from legation.core.span import pick
from legation.core.trace import Trace
from legation.core.turning import kept
from legation.core.voice import face
from legation.core.words import counted

__all__ = [
    "BY",
    "ATTACK_ENDS_UNREST",
    "COUNT_AIRCRAFT",
    "HERE",
    "always_neutral",
    "attempts",
    "army_strength",
    "at_full_war",
    "at_war_with",
    "axis_holds",
    "class_of",
    "at_rest",
    "counts_aircraft",
    "friends_of",
    "governs",
    "governed_since",
]
__all__ += [
    "has_attacked",
    "held_by_another",
    "is_turn",
    "land_strength",
    "land_units",
    "land_strength_on",
    "occupied",
    "occupied_next_to",
    "occupied_on",
    "occupied_somewhere",
]
__all__ += ["afloat", "allied", "from_turn_1", "place_name", "stance", "stronger_on", "strongest_on", "superior"]
__all__ += ["government", "next_to", "paused", "threatened", "totally_controlled", "touching", "trying", "under"]
__all__ += ["status_title", "war_status", "weaker"]

HERE, BY = "{here}", "{by}"
COUNT_AIRCRAFT, ATTACK_ENDS_UNREST = "count-aircraft", "attack-ends-unrest"  # options


def place_name(place: str) -> str:
    if place in (HERE, BY):
        return "{Here}"
    return geography().name(place)


def _nations(by: str | Iterable[str]) -> tuple[str, ...]:
    return (by,) if isinstance(by, str) else tuple(by)


@node
class Trying(Expr):
    """The nation that tries to influence is this one; settled as soon as `BY` is filled in."""

    nation: str
    by: str = BY

    def value(self, look: Look) -> bool:
        return self.by == self.nation

    @property
    def english(self) -> str:
        return f"{title(self.nation)} makes the attempt"

    @property
    def denial(self) -> str:
        return f"{title(self.nation)} does not make the attempt"


def trying(nation: str) -> Expr:
    """It is this nation that tries to influence the country."""
    return Trying(nation)


# -- affiliations
def stance(place: str, nation: str, *classes: str) -> Expr:
    """The territory has one of these classes towards the nation."""
    others = [c.capitalize() for c in classes if c != "total"]
    words = f"under Total Control of {title(nation)}" if "total" in classes else f"{_or(others)} to {title(nation)}"
    if others and "total" in classes:
        words = f"{_or(others)} to, [or|nor] {words.replace(' of ', ' of, ')}"
    neither = "neither" if len(classes) > 1 else "not"
    return choice(f"stance.{place}.{nation}", *classes, says=f"{place_name(place)} is [|{neither} ]{words}")


def _or(words: Iterable[str]) -> str:
    return " [or|nor] ".join(words)


def weaker(place: str, nation: str, cls: str) -> Expr:
    """The territory has not come as far as this class towards the nation."""
    so_far = "[not yet |]" if cls == "total" else "[not yet|at least] "
    said = f"{place_name(place)} is {so_far}{_towards(cls, nation)}"
    return (class_of(place, nation) < CLASSES.index(cls)).worded(said)


def allied(place: str, nation: str) -> Expr:
    """The territory has some class above Neutral towards the nation."""
    return (class_of(place, nation) >= 1).worded(f"{place_name(place)} is [allied|Neutral] to {title(nation)}")


def _towards(cls: str, nation: str) -> str:
    return f"under Total Control of {title(nation)}" if cls == "total" else f"{cls.capitalize()} to {title(nation)}"


def class_of(place: str, nation: str) -> Expr:
    """How strong the class is, from 0 (Neutral) to 4 (Total Control)."""
    return rank(f"stance.{place}.{nation}", f"how {place_name(place)} stands towards {title(nation)}")


def under(place: str, *nations: str) -> Expr:
    """One of the nations has Total Control."""
    if len(nations) == 1:
        return stance(place, nations[0], "total")
    return _held(place, nations, "total", says=f"{place_name(place)} is[ not] under Total Control of {title(*nations)}")


def _held(place: str, nations: Iterable[str], *classes: str, says: str) -> Expr:
    """The territory has one of these classes towards one of the nations."""
    return any_choice((f"stance.{place}.{n}" for n in nations), *classes, says=says)


def totally_controlled(place: str) -> Expr:
    return _held(place, ALL, "total", says=f"{place_name(place)} is under [a|no] player's Total Control")


def attempts(place: str, nation: str) -> Expr:
    return number(f"attempts.{place}.{nation}", f"influence attempts so far on {place_name(place)} by {title(nation)}")


def paused(place: str, nation: str) -> Expr:
    """The nation has tried before, and a whole turn has gone by without an attempt."""
    last = number(f"tried.{place}.{nation}", "the turn of the last attempt")
    return all_of(
        (attempts(place, nation) >= 1).worded(f"{title(nation)} has [|never ]tried {place_name(place)} before"),
        (last < number("turn", "this turn") - 1).worded("a whole turn has[ not] gone by without an attempt"),
    )


def held_by_another(place: str, *nations: str) -> Expr:
    """A nation other than these has the territory Sworn or under Total Control."""
    others = [n for n in ALL if n not in nations]
    says = f"[somebody|nobody] other than {title(*nations)} holds {place_name(place)}"
    return _held(place, others, "sworn", "total", says=says)


def friends_of(place: str, *nations: str) -> Expr:
    """A nation other than these has any class above Neutral."""
    others = [n for n in ALL if n not in nations]
    return named(
        f"{place_name(place)} is allied with [a|no] nation other than {title(*nations)}",
        any_of(*(allied(place, n) for n in others)),
    )


def axis_holds(place: str, *nations: str) -> Expr:
    """One of these nations has full control of a place, be it neutral or a player's."""
    if geography().places[place].neutral:
        return under(place, *nations)
    return choice(f"holder.{place}", *nations, says=f"{does(nations, 'holds')} {place_name(place)}")


def government(slug: str) -> str:
    """The name of a government, or of whoever heads it."""
    return {"penaranda": "Peñaranda", **GROUPS}.get(slug) or slug.replace("-", " ").title()


GROUPS = {"junta": "the junta", "police": "the police", "communists": "the communists", "fascists": "the fascists"}


def governs(who: str) -> Expr:
    verb = "[govern|do not govern]" if who in GROUPS and who != "junta" else "[governs|does not govern]"
    return choice(f"government.{HERE}", who, says=f"{government(who)} {verb} {{Here}}")


def governed_since(turns: int) -> Expr:
    """The present government came in at least so many turns ago."""
    since = number("turn", "this turn") - number(f"in-power-since.{HERE}", "the turn it came in")
    return (since >= turns).worded(f"the government has been in for [|less than ]{counted(turns, 'turn')}[ or more|]")


# -- occupation and force
def _units(place: str, nations: Iterable[str]) -> list[Expr]:
    return [
        number(f"units.{place}.{n}.{kind}", f"{kind} of {title(n)} in {place_name(place)}")
        for n in nations
        for kind in LAND
    ]


def land_units(place: str, *nations: str) -> Expr:
    """How many land units these nations have in a territory."""
    return named(f"the land units of {title(*nations)} in {place_name(place)}", sum_of(*_units(place, nations)))


def occupied(place: str, by: str | Iterable[str]) -> Expr:
    """At least one land unit of these nations is in the territory (aircraft never count)."""
    return _occupied(place, _nations(by))


@kept
def _occupied(place: str, nations: tuple[str, ...]) -> Expr:
    where = place_name(place)
    units = present(_unit_facts(nations, place), f"{does(nations, 'has a land unit')} in {where}")
    return named(f"{does(nations, 'occupies')} {where}", units, cite="DG-OCC-1")


def occupied_somewhere(places: Iterable[str], by: str | Iterable[str], where: str) -> Expr:
    """At least one land unit of these nations is in one of the territories."""
    nations = _nations(by)
    within = where if where.startswith("in ") else f"in a territory {where}"
    units = present(_unit_facts(nations, *places), f"{does(nations, 'has a land unit')} {within}")
    return named(f"{does(nations, 'occupies')} a territory {where}", units, cite="DG-OCC-1")


def _unit_facts(nations: Iterable[str], *places: str) -> list[str]:
    """Land units that were counted, and garrisons that nobody has counted yet."""
    counted = [f"units.{place}.{n}.{kind}" for place in places for n in nations for kind in LAND]
    return [*counted, *(f"garrison.{place}.{n}" for place in places for n in nations)]


def touching(one: str, other: str) -> Expr:
    """Two territories share a land border on the map in use."""
    a, b = sorted((one, other))
    return truth(f"border.{a}.{b}", f"{place_name(a)} and {place_name(b)} [touch|do not touch] by land")


def next_to(place: str, condition: Callable[[str], Expr | None]) -> Expr:
    """The condition holds for a territory that touches this one; None leaves a territory out."""
    found = ((p, condition(p)) for p in geography().near(place))
    return any_of(*(all_of(touching(place, p), there) for p, there in found if there is not None))


@node
class Beside(Expr):
    """A territory is occupied; where the group's own board splits it, in a part that touches the place."""

    inner: Expr
    whole: str
    place: str
    nations: tuple[str, ...]

    def value(self, look: Look) -> Any:
        parts = touching_part(getattr(look, "schema", None), self.whole, self.place)
        if parts is None:
            return self.inner.value(look)
        return look.present(frozenset(_unit_facts(self.nations, *parts))) if parts else False

    @property
    def english(self) -> str:
        return self.inner.english

    @property
    def denial(self) -> str:
        return self.inner.denial

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)

    def trace(self, look: Look) -> Trace:
        parts = touching_part(getattr(look, "schema", None), self.whole, self.place)
        if parts is None:
            return self.inner.trace(look)
        says = f"{does(self.nations, 'has a land unit')} in a part of {place_name(self.whole)} that touches"
        value = self.value(look)
        return Trace(face(f"{says} {place_name(self.place)}", value), value, rule="DG-OCC-10")


def occupied_next_to(place: str, by: str | Iterable[str]) -> Expr:
    """One of these nations occupies an adjacent territory that is not its own original land."""
    nations = _nations(by)

    def abroad(p: str) -> Expr | None:
        who = tuple(n for n in nations if p not in geography().original(n))
        return Beside(occupied(p, who), p, place, who) if who else None

    return named(
        f"{does(nations, 'occupies')} a territory next to {place_name(place)}",
        next_to(place, abroad),
        cite="DG-OCC-10",
    )


def occupied_on(continent: str, by: str | Iterable[str]) -> Expr:
    """A land unit of these nations stands somewhere on the mainland of the continent."""
    nations = _nations(by)
    return occupied_somewhere(geography().on(continent), nations, f"in {continent}")


def _strength(units: Iterable[tuple[str, str]], *others: Expr) -> Expr:
    """The sum of attack plus defence over (fact key, kind of unit), and of others."""
    kinds = (number(key) * number(f"strength.{kind}", f"the strength of {kind}") for key, kind in units)
    return sum_of(*kinds, *others)


def _garrison(place: str, nation: str) -> Expr:
    """The strength of a garrison that nobody has counted unit by unit."""
    there = number(f"garrison.{place}.{nation}", f"uncounted garrisons of {title(nation)} in {place_name(place)}")
    strength = f"the strength of the garrison of {title(nation)} in {place_name(place)}"
    return there * number(f"garrison-strength.{place}.{nation}", strength)


def land_strength(place: str, *nations: str) -> Expr:
    """Attack plus defence of the land units that these nations have in a territory."""
    return named(
        f"the land strength of {title(*nations)} in {place_name(place)}",
        _strength(
            ((f"units.{place}.{n}.{kind}", kind) for n in nations for kind in LAND),
            *(_garrison(place, n) for n in nations),
        ),
        cite="DG-OCC-2",
    )


@node
class StrengthOnContinent(Expr):
    """The strength of all land units of a nation on a continent: hundreds of terms, of which few count, in one node."""

    continent: str
    nation: str

    def value(self, look: Look) -> Any:
        own, armies = _forces(self.continent, self.nation)
        total = _weigh(look, own) if look.present(frozenset(own)) is not False else 0
        for control, army in armies.items():
            there = look.among(control, TOTAL)
            if there is not False:
                total = total + pick(there, _weigh(look, army), 0)
        return total

    @property
    def english(self) -> str:
        return f"attack plus defence of all land units of {title(self.nation)} in {self.continent}"

    def may_read(self) -> Iterable[str]:
        own, armies = _forces(self.continent, self.nation)
        all_ = [own, *armies.values()]
        return (*armies, *(key for units in all_ for pair in units.items() for key in pair))

    def weighing(self, look: Look) -> tuple[Expr, ...]:
        """The units that are there, and whether an army is in the nation's hands."""
        own, armies = _forces(self.continent, self.nation)
        open_ = [control for control in armies if look.among(control, TOTAL) is not False]
        there = [pair for units in (own, *(armies[c] for c in open_)) for pair in units.items()]
        counted = [key for units, s in there if not _none(look.read(units)) for key in (units, s)]
        return (*(choice(control, *TOTAL) for control in open_), *map(number, counted))

    def trace(self, look: Look) -> Trace:
        return Trace(self.english, self.value(look), tuple(part.trace(look) for part in self.weighing(look)))


TOTAL = frozenset({"total"})


def _weigh(look: Look, units: dict[str, str]) -> Any:
    total: Any = 0
    for key, strength in units.items():
        number_there = look.read(key)
        if not _none(number_there):  # what is not there needs no strength
            total = total + number_there * look.read(strength)
    return total


def _none(units: Any) -> bool:
    return isinstance(units, int) and units == 0


@cache
def _forces(continent: str, nation: str) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """Unit facts with the fact of their strength: the nation's own, and by control those of each neutral army."""
    places = geography().on(continent)
    own = {f"units.{p}.{nation}.{kind}": f"strength.{kind}" for p in places for kind in LAND}
    own |= {f"garrison.{p}.{nation}": f"garrison-strength.{p}.{nation}" for p in places}
    neutrals = [p for p in places if geography().places[p].neutral]
    return own, {f"stance.{p}.{nation}": {f"army.{p}.{kind}": f"strength.{kind}" for kind in LAND} for p in neutrals}


@kept
def land_strength_on(continent: str, nation: str) -> Expr:
    """Attack plus defence of a nation's land units on a continent's mainland, former neutral armies included."""
    return named(f"the land strength of {title(nation)} in {continent}", StrengthOnContinent(continent, nation))


def stronger_on(continent: str, nation: str, *others: str) -> Expr:
    """The nation has more land strength on the continent than each of the others; equals are not superior."""
    mine = land_strength_on(continent, nation)
    of_all = len(others) == len(ALL) - 1
    says = f"{title(nation)} is[ not] {'the strongest' if of_all else f'stronger than {title(*others)}'} in {continent}"
    return named(says, all_of(*(mine > land_strength_on(continent, other) for other in others)), cite="DG-OCC-6")


def strongest_on(continent: str, nation: str) -> Expr:
    """The nation is stronger on the continent than any other one."""
    return stronger_on(continent, nation, *(other for other in ALL if other != nation))


def at_rest(here: str) -> Expr:
    """Where a group plays it so, a country that has been attacked is rolled for and courted no more."""
    says = "an attack [ends|does not end] all unrest and influence"
    attacked = ~choice(f"last-attack.{here}", "none", says=f"[nobody|somebody] has attacked {place_name(here)}")
    ended = f"[an|no] attack has ended unrest and influence in {place_name(here)}"
    return named(ended, choice(f"option.{ATTACK_ENDS_UNREST}", "yes", says=says) & attacked)


def counts_aircraft() -> Expr:
    """The group counts aircraft where a rule leaves it open, and has given them a strength."""
    return choice(f"option.{COUNT_AIRCRAFT}", "yes", says="the group counts [|no ]aircraft")


def army_strength(place: str) -> Expr:
    """Attack plus defence of the neutral's own land units, and of its aircraft where the group counts them."""
    land, air = (_strength((f"army.{place}.{kind}", kind) for kind in kinds) for kinds in (LAND, AIR))
    return named(
        f"the strength of the army of {place_name(place)}", land + when_else(counts_aircraft(), air, 0), cite="DG-OCC-9"
    )


def afloat(place: str) -> Expr:
    """The country's own ship lies off its coast."""
    ships = number(f"army.{place}.destroyer", f"ships of {place_name(place)}")
    return (ships >= 1).worded(f"{place_name(place)} has [a|no] ship of its own")


def superior(place: str, *nations: str) -> Expr:
    """The nations' land units here are stronger, all together, than the neutral's army; equal is not superior."""
    return named(
        f"the force of {title(*nations)} in {place_name(place)} is[ not] superior to its army",
        land_strength(place, *nations) > army_strength(place),
        cite="DG-OCC-5",
    )


def threatened(place: str) -> Expr:
    """The enemy's land units that could reach the country are stronger than its army; the table reports their sum."""
    who = title(*THREATENED_BY[place]) if place in THREATENED_BY else "the Axis"
    reach = number(f"threat.{place}", f"the land strength that {who} could bring into {place_name(place)}")
    greater = f"[a|no] superior force of {who} threatens {place_name(place)}"
    return named(greater, reach > army_strength(place), cite="DG-OCC-7")


def always_neutral(place: str) -> Expr:
    """Sweden, Switzerland and Turkey keep out of everything, short of conquest."""
    return named(
        f"{place_name(place)} [always stays Neutral|has been conquered]", ~totally_controlled(place), cite="DG-AFF-20"
    )


# -- war and time
def at_full_war(nation: str) -> Expr:
    """Only Full War counts as war."""
    return named(f"{title(nation)} has[ not] come to Full War", war_status(nation, "full"), cite="DG-PH-8")


def war_status(nation: str, *statuses: str) -> Expr:
    """The nation has reached one of these; a Diplomatic Phase sees what was reached before it began (DG-PH-6)."""
    said = (status_title(status) for status in statuses)
    then_so = " or ".join(status_title(status) for status in statuses if status != "full")
    now = choice(f"war-status.{nation}", *statuses, says=f"{title(nation)} is[ not] {' or '.join(said)}")
    then, before = f"war-then.{nation}", [status for status in statuses if status != "full"]
    return any_of(
        all_of(choice(then, "as-now", says=f"{title(nation)} had[ not] come as far when the phase began"), now),
        choice(then, *before, says=f"{title(nation)} was[ not] {then_so} when the phase began") if before else NO,
    )


def status_title(status: str) -> str:
    """A step of the ladder to war, as it is said of a nation."""
    return {"full": "at Full War", "peace": "at peace"}.get(status, f"at {status} percent")


def has_attacked(attacker: str, owner: str) -> Expr:
    return truth(f"attacked.{attacker}.{owner}", f"{title(attacker)} has[ not] attacked land of {title(owner)}")


def is_turn(first: int) -> Expr:
    return (number("turn", "the game turn") >= first).worded(f"turn {first} has[ not] come")


def from_turn_1() -> Expr:
    """Open from the first Diplomatic Phase of the scenario on, and never lost by waiting."""
    return named("it is open from the first Diplomatic Phase on", YES, cite="DG-PH-9")


def at_war_with(axis: str, ally: str) -> Expr:
    """A named pair is at war: the Ally is at Full War and one has attacked the other; from turn 6 every pair is."""
    assert ally in ALLIES
    fought = any_of(has_attacked(axis, ally), has_attacked(ally, axis), is_turn(6))
    return named(f"{title(axis)} and {title(ally)} are[ not] at war", all_of(at_full_war(ally), fought))


@kept
def with_1939_rules() -> Expr:
    """The group plays with the 1939 rules, not with the Guide alone."""
    return choice("option.rules-1939", "yes", says="the 1939 rules are[ not] in force")
