"""The words that the rules of A World at War are written in.

A predicate is what a declaration uses; `{here}` stands for the country of the table in which it is used.  The facts
behind the words stand in `families`, and what they are about in `names`.
"""

from __future__ import annotations

from collections.abc import Iterable

from legation.books.awaw.names import (
    CONTROLLERS,
    DP_TARGETS,
    EVENTS,
    INTO_THE_REICH,
    JOINED,
    LEVELS,
    NEW_COUNTRIES,
    NORWAY_REACTS_TO,
    NUMBERS,
    OTHER_AREAS,
    PLEDGED_IN,
    POLICIES,
    POOL_UNITS,
    RESULTS,
    SEASONS,
    STATUSES,
    TALLIES,
    TRACKS,
    WORDS,
)
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    BALKANS,
    FACTIONS,
    FRANCE,
    GERMANY,
    HOME,
    ITALY,
    MEMBERS,
    NOBODY,
    OLDER,
    POWERS,
    RUSSIA,
    TARGETS,
    WESTERN_ALLIES,
    pair_of,
)
from legation.books.awaw.schema import BOARD, FAMILIES, SHEET
from legation.core.expr import Expr, any_of, choice, count, listed, named, number, sum_of, truth, when_else
from legation.core.expr import present as some_of
from legation.core.presumed import unless_told
from legation.core.voice import affirmed

__all__ = [
    "BOARD",
    "CONTROLLERS",
    "DP_TARGETS",
    "EVENTS",
    "FAMILIES",
    "HERE",
    "INTO_THE_REICH",
    "JOINED",
    "LEVELS",
    "NEW_COUNTRIES",
    "NORWAY_REACTS_TO",
    "NUMBERS",
    "OTHER_AREAS",
    "PLEDGED_IN",
    "POLICIES",
    "POOL_UNITS",
    "RESULTS",
    "SEASONS",
    "SHEET",
    "STATUSES",
    "TALLIES",
    "TRACKS",
    "WORDS",
    "after_war",
    "allied_to",
    "associated_by_result",
    "associated_with",
    "at_war",
    "attacked",
    "axis_in_africa",
    "beneficiary",
    "border_war",
    "border_war_fought",
    "cities_controlled",
    "conquered",
    "control_is",
    "controls",
    "controls_any",
    "declared_war",
    "dp",
    "dps_of",
    "edition",
    "egypt_lost",
    "event",
    "every",
    "factions_of",
    "factors",
    "fallen",
    "first_held",
    "fought",
    "hexes",
    "hexes_opened_to",
    "level",
    "making_demands",
    "number_of",
    "one_of",
    "opening",
    "out_of_the_war",
    "pact_line",
    "policy",
    "present",
    "put_off",
    "reaction_roll",
    "result_is",
    "rolling",
    "subversion_elsewhere",
    "supplied_hexes",
    "surrendered",
    "swung_back",
    "tally",
    "tension",
    "turn",
    "unbuilt",
    "war_key",
    "war_with_russia_or_pledge",
    "year",
]

HERE = "{here}"


def _title(slug: str) -> str:
    return "{Here}" if slug == HERE else WORDS.get(slug, slug.replace("-", " "))


def _does(who: str, verb: str) -> str:
    """`the Axis control`, `Russia controls`; and that they do not."""
    if who in POWERS:
        return f"{_title(who)} [{verb}s|does not {verb}]"
    return f"{_title(who)} [{verb}|do not {verb}]"


def _have(who: str) -> str:
    return f"{_title(who)} {'has' if who in POWERS else 'have'} [|no ]"


def year() -> Expr:
    return number("year", "the year")


def turn() -> Expr:
    return number("turn", "the game turn")


def opening() -> Expr:
    """The opening set-up of a campaign game."""
    return truth("opening", "this is[ not] the opening set-up of a campaign")


def _edition(which: str) -> str:
    return {OLDER: "the older one", "current-classic": "the current one"}.get(
        which, "the current one after Gathering Storm"
    )


def edition(*which: str) -> Expr:
    return choice("edition", *which, says=f"the edition is[ not] {' or '.join(map(_edition, which))}")


def at_war(a: str, b: str) -> Expr:
    """Two parties are at war now; of a faction, any of its powers."""
    pairs = [(x, y) for x in MEMBERS.get(a, (a,)) for y in MEMBERS.get(b, (b,))]
    return named(f"{_title(a)} and {_title(b)} are[ not] at war", any_of(*(truth(war_key(x, y)) for x, y in pairs)))


def war_key(a: str, b: str) -> str:
    """`at-war` of two parties, the first in the list first."""
    return f"at-war.{pair_of(a, b)}"


def declared_war(who: str, whom: str) -> Expr:
    """A declaration of war was made at some time; of a faction, by any of its powers; `balkans` is any of them."""
    victims = BALKANS if whom == "balkans" else (whom,)
    declarations = (truth(f"declared-war.{power}.{victim}") for power in MEMBERS.get(who, (who,)) for victim in victims)
    return named(f"{_title(who)} [declared|did not declare] war on {_title(whom)}", any_of(*declarations))


def fought(a: str, b: str) -> Expr:
    """Two powers, or some of two factions, are or have been at war: also if one has surrendered since."""
    ones, others = MEMBERS.get(a, (a,)), MEMBERS.get(b, (b,))
    pairs = [*((x, y) for x in ones for y in others), *((y, x) for x in ones for y in others)]
    declared = (truth(f"declared-war.{x}.{y}") for x, y in pairs)
    out = (truth(f"surrendered.{power}") for power in (*ones, *others))
    return named(f"{_title(a)} and {_title(b)} have[ not] been at war", any_of(at_war(a, b), *declared, *out))


def after_war(a: str, b: str, what: Expr, none: int | bool = 0) -> Expr:
    """What only a war of the two can have brought about: before one the board need not be looked at for it."""
    return unless_told(what, none, while_=~fought(a, b))


def attacked(country: str, by: tuple[str, ...] = POWERS) -> Expr:
    """Somebody has declared war on the country."""
    return named(f"{_title(country)} was[ not] attacked", any_of(*(truth(f"declared-war.{p}.{country}") for p in by)))


def surrendered(power: str) -> Expr:
    return truth(f"surrendered.{power}", f"{_title(power)} has[ not] surrendered")


def fallen(power: str) -> Expr:
    """It has been conquered at some time; a liberation does not take that back."""
    return truth(f"fallen.{power}", f"{_title(power)} has[ not] fallen")


def out_of_the_war(power: str) -> Expr:
    """It has surrendered, or is France and has fallen: it fights nobody any more, and is paid nothing."""
    return surrendered(power) | fallen(power) if power == FRANCE else surrendered(power)


def event(name: str, says: str | None = None) -> Expr:
    """Something happened and stays so for the rest of the game."""
    return named(says or EVENTS[name], truth(f"event.{name}", EVENTS[name]), cite="PROC-17")


def tally(name: str, says: str | None = None) -> Expr:
    return number(f"tally.{name}", says or TALLIES[name])


def level(name: str, says: str | None = None) -> Expr:
    return number(f"level.{name}", says or LEVELS[name])


def number_of(name: str, says: str | None = None) -> Expr:
    return number(f"number-of.{name}", says or NUMBERS[name])


def tension(track: str) -> Expr:
    """The actual level of a tension track."""
    return number(f"tension.{track.lower()}", f"the {track.upper()} level")


def border_war(country: str) -> Expr:
    """A border war with Russia is going on."""
    return choice(f"border-war.{country}", "now", says=f"Russia and {_title(country)} fight [a|no] border war")


def _lies(where: tuple[str, ...]) -> str:
    words = {"no-pact": "without a pact", "through": "on both sides"}
    return " or ".join(words.get(one, f"on the {one.partition('-')[0].title()} side") for one in where)


def pact_line(country: str, *where: str) -> Expr:
    return choice(
        f"pact-line.{country}", *where, says=f"the Pact line [leaves|does not leave] {_title(country)} {_lies(where)}"
    )


def control_is(place: str, *controllers: str) -> Expr:
    if controllers == (NOBODY,):
        return choice(f"control.{place}", NOBODY, says=f"[nobody|somebody] controls {_title(place)}")
    if NOBODY not in controllers and len(controllers) >= len(CONTROLLERS) - 3:  # whoever it is
        return choice(f"control.{place}", *controllers, says=f"[somebody|nobody] controls {_title(place)}")
    who = [_title(c) for c in controllers]
    none = f"neither {' nor '.join(who)}" if len(who) == 2 else f"none of {listed(who)}"
    does = _does(controllers[0], "control") if len(who) == 1 else f"[{listed(who, 'or')} control|{none} controls]"
    return choice(f"control.{place}", *controllers, says=f"{does} {_title(place)}")


def controls(who: str, place: str) -> Expr:
    """A faction or side controls a place, also through a country that is with it or has opened its hexes to it."""
    held = control_is(place, *factions_of(who))
    if (home := HOME[place]) in TARGETS:
        held = any_of(held, control_is(place, NOBODY) & _holds(home, who))
    return named(f"{_does(who, 'control')} {_title(place)}", held)


def _holds(country: str, who: str) -> Expr:
    statuses = choice(
        f"status.{country}", "hex-control", "associate", "ally", says=f"{_title(country)} [has|has not] taken a side"
    )
    return statuses & beneficiary(country, who)


def cities_controlled(who: str, *places: str) -> Expr:
    """How many of these places somebody controls."""
    among = f"places that {affirmed(_does(who, 'control'))} among {listed(map(_title, places), 'and')}"
    said = among if len(places) > 1 else f"{_does(who, 'control')} {_title(places[0])}"
    return named(said, count(*(controls(who, place) for place in places)))


def first_held(place: str) -> Expr:
    """The turn in which the Axis first controlled a place."""
    return number(f"first-held.{place}", f"the turn in which the Axis first held {_title(place)}")


def controls_any(who: str, *places: str) -> Expr:
    return any_of(*(controls(who, place) for place in places))


def every(who: str, *places: str) -> Expr:
    """The whole set of places is under control."""
    said = f"{_does(who, 'control')} {'both' if len(places) == 2 else 'all of'} {listed(map(_title, places), 'and')}"
    return (cities_controlled(who, *places) >= len(places)).worded(said)


def hexes(who: str, area: str) -> Expr:
    return number(f"hexes.{who}.{area}", f"hexes that {affirmed(_does(who, 'control'))} in {_title(area)}")


def supplied_hexes(who: str, area: str) -> Expr:
    return number(f"supplied-hexes.{who}.{area}", f"supplied hexes of {_title(who)} in {_title(area)}")


def present(who: str, kind: str, area: str) -> Expr:
    """Somebody has units of a kind in an area."""
    units = "units" if kind == "any" else f"{WORDS[kind]} units"
    return truth(f"present.{who}.{kind}.{area}", f"{_have(who)}{units} in {_title(area)}")


def belgrade_counts_for(power: str) -> Expr:
    """The Axis hold Belgrade, and its DP is this power's: Italy's if it conquered Yugoslavia alone, else Germany's."""
    italian = event("yugoslavia-fell-to-italy")
    whose, cite = (italian, "83.72B") if power == ITALY else (~italian, "83.72A")
    older, held = edition(OLDER), controls(AXIS, "belgrade")  # the older text has this in its table of DPs alone
    worth = any_of(older & held, named("Belgrade is worth [a|no] DP", ~older & held, cite="83.72"))
    return worth & any_of(
        older & whose, named(f"the DP for Belgrade is[ not] {_title(power)}'s", ~older & whose, cite=cite)
    )


def egypt_lost() -> Expr:
    """Alexandria or Suez is in Axis hands; Wafdist partisans are not the Axis."""
    return named(
        "the Axis hold [Alexandria or|neither Alexandria nor] Suez",
        controls_any(AXIS, "alexandria", "suez"),
        cite="88.32.loss",
    )


def axis_in_africa() -> Expr:
    """Axis units in Africa, and those in Ethiopia count."""
    box = tuple(f"in-ethiopia.{power}" for power in MEMBERS[AXIS])
    in_ethiopia = named(
        "[Axis units in Ethiopia are in Africa|no Axis units are in Ethiopia]",
        some_of(box, "[|no ]Axis units are in Ethiopia"),
        cite="88.46.africa",
    )
    return any_of(present(AXIS, "any", "africa"), in_ethiopia)


def factors(who: str, area: str, kind: str = "ground-air") -> Expr:
    """Factors in an area; of the Allied side, those of both factions."""
    owners = (WESTERN_ALLIES, RUSSIA) if who == ALLIED else (who,)

    def says(owner: str) -> str:
        return f"{WORDS[kind]} factors of {_title(owner)} in {_title(area)}"

    return named(says(who), sum_of(*(number(f"factors.{o}.{kind}.{area}", says(o)) for o in owners)))


def beneficiary(country: str, who: str) -> Expr:
    """A power, or any power of a faction or side, benefits from the country."""
    does = "[nobody|somebody] benefits" if who == NOBODY else _does(who, "benefit")
    return choice(f"beneficiary.{country}", *MEMBERS.get(who, (who,)), says=f"{does} from {_title(country)}")


STANDS = {"ally": "an ally", "associate": "an associate", "hex-control": "neutral with its hexes open"}


def _status(country: str, status: str, who: str, says: str) -> Expr:
    stands = f"{_title(country)} is[ not] {STANDS[status]}"
    return named(
        f"{_title(country)} is[ not] {says} {_title(who)}",
        choice(f"status.{country}", status, says=stands) & beneficiary(country, who),
    )


def allied_to(who: str, country: str = HERE) -> Expr:
    """The country is an active minor ally."""
    return _status(country, "ally", who, "an active ally of")


def associated_with(who: str, country: str = HERE) -> Expr:
    return _status(country, "associate", who, "associated with")


def associated_by_result(who: str, country: str = HERE) -> Expr:
    """Associated after a diplomatic result, not because somebody attacked it."""
    by_attack = truth(
        f"by-attack.{country}", f"{_title(country)} [associated|did not associate] because it was attacked"
    )
    return named(
        f"{_title(country)} [associated|did not associate] with {_title(who)} by a result",
        associated_with(who, country) & ~by_attack,
    )


def hexes_opened_to(who: str, country: str = HERE) -> Expr:
    """The country's hexes are controlled after an 8 or a -1."""
    return _status(country, "hex-control", who, "open to")


def conquered(country: str = HERE, by: str | None = None) -> Expr:
    """The country is conquered; with `by`, by that faction or side."""
    fell = choice(f"status.{country}", "conquered", says=f"{_title(country)} is[ not] conquered")
    if by is None:
        return fell
    return fell & choice(
        f"conqueror.{country}", *factions_of(by), says=f"{_title(by)} [conquered|did not conquer] {_title(country)}"
    )


def making_demands(country: str) -> Expr:
    """Russia makes territorial demands with this very roll."""
    return truth(f"making-demands.{country}", f"Russia is making [|no ]demands of {_title(country)}")


def border_war_fought(country: str) -> Expr:
    """A border war with Russia is going on or is over."""
    return choice(
        f"border-war.{country}", "now", "over", says=f"Russia and {_title(country)} have fought [a|no] border war"
    )


def swung_back(country: str) -> Expr:
    """A later result of 0 or less has turned the country from the Axis."""
    return truth(f"swung-back.{country}", f"{_title(country)} has[ not] turned from the Axis")


def subversion_elsewhere() -> Expr:
    """Uses of Russian subversion so far, without those on this target in this phase."""
    used = number("tally.russian-subversion", "uses of Russian subversion")
    here = number(f"subverted.{HERE}", "uses on {Here} in this phase")
    return named("uses of Russian subversion, other than here and now", used - here)


def war_with_russia_or_pledge() -> Expr:
    """Germany and Russia are at war, or Germany has bound itself to declare that war in this turn."""
    pledges = (
        truth(f"war-pledge.{country}", "Germany will[ not] declare that war this turn") for country in PLEDGED_IN
    )
    return any_of(at_war(GERMANY, RUSSIA), *pledges)


def reaction_roll() -> Expr:
    return choice("roll-kind", "reaction", says="this is [a|no] reaction roll")


def _a(results: tuple[str, ...]) -> str:
    return f"[{'an' if results[0] == '8' else 'a'}|no] {one_of(results)}"


def one_of(results: Iterable[str]) -> str:
    """Diplomatic results as a sentence names them: 0, −1 or −2."""
    return listed((WORDS.get(result, result) for result in results), "or")


def result_is(country: str, *results: str) -> Expr:
    return choice(f"result.{country}", *results, says=f"{_a(results)} is in force for {_title(country)}")


def policy(name: str) -> Expr:
    return truth(f"policy.{name}", POLICIES[name])


def put_off(country: str, *what: str) -> Expr:
    """The country will associate or ally later."""
    return choice(
        f"deferred.{country}", *what, says=f"{_title(country)} [waits|does not wait] to become an {' or '.join(what)}"
    )


def unbuilt(country: str = HERE) -> Expr:
    """Unbuilt units; a country whose forces never came into play has none, but lost volunteers were in play."""
    in_play = truth(f"deployed.{country}", f"the forces of {_title(country)} are[ not] in play")
    volunteers = number(f"volunteers-lost.{country}", f"volunteers of {_title(country)} lost") >= 1
    lost = volunteers.worded(f"volunteers of {_title(country)} were[ not] lost")
    counted = named(f"the forces of {_title(country)} have[ not] come into play", in_play | lost, cite="PROC-20")
    missing = number(f"unbuilt.{country}", f"unbuilt units of {_title(country)}")
    return named(f"unbuilt units of {_title(country)}", when_else(counted, missing, 0))


def rolling(who: str) -> Expr:
    """A faction or side makes this roll."""
    return choice("selector", *factions_of(who), says=_does(who, "make") + " the roll")


def factions_of(who: str) -> tuple[str, ...]:
    """The factions of a side; a faction is its own."""
    return tuple(faction for faction in FACTIONS if set(MEMBERS[faction]) <= set(MEMBERS[who]))


def dp(power: str, target: str = HERE) -> Expr:
    return number(f"dp.{power}.{target}", f"DPs of {_title(power)} in {_title(target)}")


def dps_of(who: str, target: str = HERE) -> Expr:
    """All DPs of a faction or side in a target."""
    return named(f"DPs of {_title(who)} in {_title(target)}", sum_of(*(dp(power, target) for power in MEMBERS[who])))
