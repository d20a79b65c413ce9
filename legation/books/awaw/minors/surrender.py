"""Rule 85.5: allies and associates that surrender or change sides: units, hexes, BRPs, supply, and the deadline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from legation.books.awaw.brps.worth import WORTH, lost, paid, share_of
from legation.books.awaw.deeds import (
    CONQUERED,
    COUNTRY,
    DEADLINE,
    DREW,
    FACTION,
    FORMER,
    GIVES_UP,
    NEW,
    OLD,
    OWED,
    PLACE,
    POWER,
    SETTLED,
    SIDE,
    SWITCHES,
    TIME,
    UNITS,
    WAR,
    WINNER,
    upon,
)
from legation.books.awaw.diplomacy.beneficiary import is_senior, senior_partner
from legation.books.awaw.minors.lands import LAND, TWINS
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.vocabulary import asked, half_of
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    FACTIONS,
    GERMANY,
    HOME,
    NOBODY,
    PARTIES,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
    faction_of,
    side_of,
)
from legation.books.awaw.vocabulary import HERE, JOINED, NEW_COUNTRIES, allied_to, associated_with, one_of, war_key
from legation.core.book import Option
from legation.core.deeds import Deed, On, Role, adds, filled, of, told
from legation.core.errors import Unknown
from legation.core.expr import NO, YES, Expr, any_of, choice, lift, listed, number, truth
from legation.core.facts import World
from legation.core.machine import Directive, Frame, Steps, call, do, done, go
from legation.core.rules import Assign, Duty, Order, Permit, Rule, carry_out, sets

__all__ = ["DECLARED", "GONE", "HEEDS", "MOMENTS", "OPTIONS", "STAY_GONE", "STEPS", "reminders", "turns"]

STEPS = Steps()
PARTISANS = ("axis-partisans", "allied-partisans")

# -- 85.51: the result that does it
_axis, _allies = allied_to(AXIS) | associated_with(AXIS), allied_to(ALLIED) | associated_with(ALLIED)
_on_board = truth(f"deployed.{HERE}", "its forces are[ not] on the board")
_caught = choice(f"caught.{HERE}", *POWERS, says="[units of a power|no units] were caught in {Here}")
_occupier = choice(f"occupier.{HERE}", *FACTIONS, says="[a|no] faction has units in {Here}")


def _rolled(*results: str) -> Expr:
    return choice(f"rolled.{HERE}", *results, says=f"the result is[ not] {one_of(results)}")


SURRENDERS = (
    Permit("an Allied one surrenders on a 5-6, 7 or 8", "85.51A.allied", _allies & _rolled("5-6", "7", "8")),
    Permit("an Axis one surrenders on a 1-2, 0 or −1", "85.51A.axis", _axis & _rolled("1-2", "0", "-1")),
)
CHANGES_SIDES = (
    Permit("an Allied one joins the Axis on a 9 or 10", "85.51B.allied", _allies & _rolled("9", "10")),
    Permit("an Axis one joins the Allies on a −2 or −3", "85.51B.axis", _axis & _rolled("-2", "-3")),
)
CAN_SWITCH = Permit(
    "no earlier result, not even an alliance, keeps a country from changing sides later",
    "85.215",
    (_allies & _rolled("9", "10")) | (_axis & _rolled("-2", "-3")),
)

# -- 85.52: surrender; 85.53: changing sides
ORDER = Order("units, then hexes, then BRPs, then supply", "85.52.order", ("units", "hexes", "brps", "supply"))
CHANGE = ("joins", "hexes", "brps")
STAY_GONE = Rule(
    "units that have left play for good do not come back with a later result",
    "85.52A",
    when=truth(f"forces-gone.{HERE}", "the units of {Here} are [gone for good|not gone for good]") & _on_board,
    sets=(sets(f"deployed.{HERE}", False),),
    again=True,
)
CAPITAL_PAYS, CAUGHT, NEW_FRIEND, SUPPLY, BRPS = "85.52C", "85.52D", "85.53.who", "85.53B.supply", "85.53C"

# what is kept of it until the next combat phase
SUPPLY_OVER = Rule(
    "the next player turn of the units that were caught is over",
    CAUGHT,
    sets=(sets(f"caught.{HERE}", NOBODY),),
    again=True,
)


def _is(*times: str) -> Expr:
    return filled(TIME, *times, says=listed((TIMES[time] for time in times), "or"))


def _with_the_capital(label: str, when: Expr, *assigns: Assign, at: str = "") -> On:
    return On(label, BRPS, on=DEADLINE, at=at, when=when, sets=assigns, again=True)


TIMES = {
    "in-time": "its new friend [has|does not have] the capital",
    "late": "its new friend has [not got|got] the capital",
    "falls": "its former friends [have|do not have] the capital",
}
_kept = number(f"kept-brps.{COUNTRY}", "BRPs that its former friend has kept")
_has_kept = (_kept >= 1).worded("its former friend has kept [|no ]BRPs")
WINDOW = Option(
    "turncoat-capital",
    "window",
    ("window", "at-once"),
    "whether a former friend that kept the capital has a turn to win it back once the new friend has taken it",
    cite=BRPS,
    before="window",
)
_has_a_turn = upon(*LAND) & choice(f"option.{WINDOW.name}", "window", says="the former friend has [a|no] turn for it")
_not_paid = choice(f"due.{COUNTRY}", NOBODY, says="[nobody|somebody] is due") & number(
    f"brp-grant.{COUNTRY}"
).is_number(0).worded("[nobody|somebody] is paid its BRPs")
WITHOUT_PLACES = tuple(country for country in TARGETS if country in PARTIES and country not in LAND)
DEADLINES = (
    On(
        "its new friend has fought for it: it may fall like any other",
        "85.53.no-conquest",
        on=DEADLINE,
        sets=(sets(f"turned-to.{COUNTRY}", NOBODY), sets(f"turned-from.{COUNTRY}", NOBODY)),
        again=True,
    ),
    On(
        "without the capital at the end of its new friend's next combat phase, all its units are gone for good",
        "85.53A.deadline",
        on=DEADLINE,
        when=_is("late", "falls"),
        sets=(sets(f"deployed.{COUNTRY}", False), sets(f"forces-gone.{COUNTRY}", True)),
    ),
    On(
        "it falls, with no place on the map that would say so",
        "85.53A.deadline",
        on=DEADLINE,
        when=_is("falls") & ~upon(*LAND),
        sets=(
            sets(f"status.{COUNTRY}", "conquered"),
            sets(f"conqueror.{COUNTRY}", str(SIDE)),
            sets(f"holder.{COUNTRY}", str(WINNER)),
            sets(f"beneficiary.{COUNTRY}", NOBODY),
            sets(f"brp-grant.{COUNTRY}", 0),
            *(sets(war_key(c, other), False, upon(c)) for c in WITHOUT_PLACES for other in PARTIES if other != c),
        ),
        again=True,
    ),
    _with_the_capital(
        "its former friend has lost the capital, and has a turn to win it back, as anybody has",
        _is("in-time") & _has_kept & _has_a_turn,
        sets(f"grace.{COUNTRY}", str(FORMER)),
        sets(f"grace-brps.{COUNTRY}", _kept),
    ),
    _with_the_capital(
        "its former friend has lost the capital and its BRPs",
        _is("in-time") & _has_kept & ~_has_a_turn,
        adds(f"booked.{FORMER}", 0 - share_of(_kept)),
    ),
    _with_the_capital(
        "its new friend took the capital, and is paid, unless that is on its way already",
        _is("in-time") & _has_kept & _not_paid,
        adds(f"booked.{POWER}", share_of(WORTH)),
        sets(f"brp-grant.{COUNTRY}", WORTH),
    ),
    _with_the_capital(
        "its former friend never lost BRPs that it had kept",
        _is("falls") & _has_kept,
        sets(f"beneficiary.{COUNTRY}", str(FORMER)),
        sets(f"brp-grant.{COUNTRY}", _kept),
        sets(f"due.{COUNTRY}", NOBODY),
        at=SETTLED,
    ),
    _with_the_capital("what was kept is settled", YES, sets(f"kept-brps.{COUNTRY}", 0), at=SETTLED),
)


# its wars
def _its_war(country: str, war: str) -> Expr:
    return truth(f"at-war.{war}", "they are[ not] at war") if country in war.split(".") else NO


_fights = of(COUNTRY, WAR, build=_its_war, says="the country is[ not] at war")

# its hexes: `PLACE` is each of its places in turn, then the capital
_on_map = ~filled(PLACE, *NEW_COUNTRIES, says="its capital is [not on the list of places|on the list of places]")


def _still_friendly(place: str, old: str) -> Expr:
    """A country's own hexes are its friend's, also where partisans are; so is a capital that is not on the list."""
    return YES if place in NEW_COUNTRIES else choice(f"control.{place}", old, NOBODY, *PARTISANS)


def _by(place: str, units: str, *factions: str) -> Expr:
    """Units of a faction stand there; where nobody has any in the country, nobody needs to be asked."""
    return NO if units == "none" else choice(f"occupier.{place}", *factions)


def _by_nobody(country: str, place: str, units: str) -> Expr:
    """Nobody stands there; its own units hold a hex until they have left."""
    gone = ~truth(f"deployed.{country}", "its own units are[ not] there")
    return gone if units == "none" else gone & choice(f"occupier.{place}", NOBODY)


def _by_enemies(place: str, units: str, new: str, *among: str) -> Expr:
    enemies = [faction for faction in among or FACTIONS if side_of(faction) != side_of(new)]
    return _by(place, units, *enemies) if enemies else NO


def _passing(country: str) -> Expr:
    return choice(f"rolled.{country}", "-1", "8", says="the result is[ not] −1 or 8")


_theirs = of(PLACE, OLD, build=_still_friendly, says="the place is [still|not] in the hands of its former friends")
_stands = of(PLACE, UNITS, FACTION, build=_by, says="units of {faction} [stand|do not stand] there")
_vacant = of(COUNTRY, PLACE, UNITS, build=_by_nobody, says="[nobody stands|somebody stands] there")
_enemies = of(PLACE, UNITS, NEW, build=_by_enemies, says="enemies of its new friend [stand|do not stand] there")
_an_enemy = of(PLACE, UNITS, NEW, FACTION, build=_by_enemies, says="{faction}, an enemy, [stands|does not stand] there")
_passes = _passing(str(COUNTRY))


def _goes_to(role: Role) -> tuple[Assign, ...]:
    return (sets(f"control.{PLACE}", str(role), _on_map),)


# its BRPs go with its capital
_drew, _still_owed = told(DREW, "BRPs that its former friend drew"), told(OWED, "those that were on their way")


def _leads(faction: str, award: str, winner: str) -> Expr:
    """The power draws the BRPs for the faction: whom the result favours, or the senior of its powers."""
    if faction_of(winner) != faction:
        return NO
    if faction_of(award) == faction:
        return lift(winner == award)
    return is_senior(winner) if faction == WESTERN_ALLIES else lift(winner in (GERMANY, RUSSIA))


def _wins(country: str, place: str, units: str, new: str, award: str, winner: str) -> Expr:
    """Who has the capital now, and leads its faction; whose units stand there, if it is not on the list."""
    if place not in NEW_COUNTRIES:
        return any_of(*(choice(f"control.{place}", f) & _leads(f, award, winner) for f in FACTIONS))
    vacant = _by_nobody(country, place, units) & _leads(new, award, winner)
    return any_of(vacant, *(_by(place, units, f) & _leads(f, award, winner) for f in FACTIONS))


def _keeps(country: str, place: str, units: str, old: str) -> Expr:
    """Its former friend has the capital after a surrender."""
    if place not in NEW_COUNTRIES:
        return choice(f"control.{place}", old)
    return _by(place, units, old) | (_by_nobody(country, place, units) & ~_passing(country))


def _keeps_still(place: str, units: str, old: str) -> Expr:
    """The same after a change of sides."""
    return _by(place, units, old) if place in NEW_COUNTRIES else choice(f"control.{place}", old)


def _changes_hands(deed: Deed, friend: Role, cite: str, when: Expr, *each: Role) -> On:
    return On(
        "whoever has the capital gains its BRPs for the rest of the year, and its former friend loses them",
        cite,
        on=deed,
        at="brps",
        each=each,
        when=when,
        sets=(
            lost(FORMER, _drew - _still_owed),
            paid(friend, WORTH),
            sets(f"beneficiary.{COUNTRY}", str(friend)),
            sets(f"brp-grant.{COUNTRY}", WORTH),
        ),
    )


_has = "its former friends [have|do not have] the capital"
_kept = of(COUNTRY, PLACE, UNITS, OLD, build=_keeps, says=_has)
_still_kept = of(PLACE, UNITS, OLD, build=_keeps_still, says=_has)
_won = of(
    *(COUNTRY, PLACE, UNITS, NEW, POWER, WINNER),
    build=_wins,
    says="{winner} [leads|does not lead] those who have the capital",
)
GONE = On(
    "all its units leave play for good",
    "85.52A",
    on=GIVES_UP,
    at="units",
    sets=(sets(f"deployed.{COUNTRY}", False), sets(f"forces-gone.{COUNTRY}", True)),
)
TURNS_AWAY = (
    GONE,
    On(
        "it fights nobody any more",
        "85.52A",
        on=GIVES_UP,
        at="units",
        each=(WAR,),
        when=_fights,
        sets=(sets(f"at-war.{WAR}", False),),
        again=True,
    ),
    On(
        "an occupied hex goes to the faction of the units there, partisans left out",
        "85.52B.occupied",
        on=GIVES_UP,
        at="hexes",
        each=(FACTION,),
        when=_theirs & _stands,
        sets=_goes_to(FACTION),
    ),
    On(
        "vacant hexes pass to the side that gains",
        "85.52B.vacant-8",
        on=GIVES_UP,
        at="hexes",
        when=_theirs & _vacant & _passes,
        sets=_goes_to(NEW),
    ),
    On(
        "vacant hexes stay with the former friend",
        "85.52B.vacant",
        on=GIVES_UP,
        at="hexes",
        when=_theirs & _vacant & ~_passes,
        sets=_goes_to(OLD),
    ),
    _changes_hands(GIVES_UP, WINNER, CAPITAL_PAYS, ~_kept & _won, WINNER),
    On(
        "its former friend has the capital, and keeps its BRPs",
        CAPITAL_PAYS,
        on=GIVES_UP,
        at="brps",
        when=_kept,
        sets=(
            paid(FORMER, _still_owed),
            sets(f"beneficiary.{COUNTRY}", str(FORMER)),
            sets(f"brp-grant.{COUNTRY}", _drew),
        ),
        again=True,
    ),
    On(
        "units of the former friend and its partners have at least partial supply in their next player turn",
        CAUGHT,
        on=GIVES_UP,
        at="supply",
        sets=(sets(f"caught.{COUNTRY}", str(FORMER)),),
    ),
    On(
        "it joins the faction with more DPs in it, and the wars of its old side are over",
        NEW_FRIEND,
        on=SWITCHES,
        at="joins",
        each=(WAR,),
        when=_fights,  # those of its new friend are its own as soon as it has joined
        sets=(sets(f"at-war.{WAR}", False),),
    ),
    On(
        "its new friend has until the end of its next combat phase",
        "85.53.no-conquest",
        on=SWITCHES,
        at="joins",
        sets=(sets(f"turned-to.{COUNTRY}", str(POWER)), sets(f"turned-from.{COUNTRY}", str(FORMER))),
        again=True,
    ),
    On(
        "its hexes go to the new friend, but for those with enemy units in them",
        "85.53B.hexes",
        on=SWITCHES,
        at="hexes",
        when=_theirs & ~_enemies,
        sets=_goes_to(NEW),
    ),
    On(
        "hexes in which enemies of the new friend stand are theirs",
        "85.53B.hexes",
        on=SWITCHES,
        at="hexes",
        each=(FACTION,),
        when=_theirs & _an_enemy,
        sets=_goes_to(FACTION),
        again=True,
    ),
    On(
        "those enemy units are supplied in their next player turn",
        SUPPLY,
        on=SWITCHES,
        at="hexes",
        when=_theirs & _enemies,
        sets=(sets(f"caught.{COUNTRY}", str(FORMER)),),
    ),
    _changes_hands(SWITCHES, POWER, BRPS, ~_still_kept),
    On(
        "its former friend has the capital, and keeps its share; the country draws nothing for the new one",
        BRPS,
        on=SWITCHES,
        at="brps",
        when=_still_kept,
        sets=(sets(f"kept-brps.{COUNTRY}", _drew), sets(f"brp-grant.{COUNTRY}", 0)),
        again=True,
    ),
)


# what the table is told of it
AFTER_SURRENDER = (
    Reminded(GONE.label, GONE.cite),
    Reminded("an occupied hex belongs to the faction of the units there; partisans do not count", "85.52B.occupied"),
    Reminded("after a −1 or 8 they pass to the side that gains", "85.52B.vacant-8", _rolled("-1", "8")),
    Reminded("vacant hexes stay with the former friend", "85.52B.vacant", ~_rolled("-1", "8")),
)
AFTER_CHANGE = (
    Duty("its units that are unbuilt, or stand with enemies, are gone for good", "85.53A.lost"),
    Duty("its other units join the force pool of the new friend at once", "85.53A.kept"),
    Reminded("its hexes go to the new friend, but for those with enemy units in them", "85.53B.hexes"),
)


def capital(country: str) -> str:
    """The place that decides a country; one without a place on the list stands for its own capital."""
    seat = next((one for one, pair in TWINS.items() if pair == country), country)  # of a pair, that of the first
    return LAND[seat].pays[0] if seat in LAND and LAND[seat].pays else country


def places(country: str) -> list[str]:
    """The named places of a country, its capital first."""
    first = capital(country)
    return [first, *(place for place, home in HOME.items() if home == country and place != first)]


def keeper(world: World, place: str, default: str) -> str:
    """The faction in control of a place; a country's own hexes are its friend's."""
    if place in NEW_COUNTRIES:
        return default
    found = world.get(f"control.{place}")
    if found is None:
        raise Unknown(f"who controls {TITLES[place]}", [f"control.{place}"])
    return default if found in (NOBODY, *PARTISANS) else str(found)


# -- a result turns it
def turns(world: World, outcome: Mapping[str, Any]) -> bool:
    """Whether a result turns an ally or associate away: it surrenders, or changes sides."""
    country, was = outcome["country"], outcome["was"]
    if was[f"beneficiary.{country}"] == NOBODY:
        was = {**was, f"status.{country}": "neutral"}
    look = world.scoped(**was)
    surrenders = [rule.allows(look) for rule in asked(SURRENDERS, country)]
    switches = [rule.allows(look) for rule in asked(CHANGES_SIDES, country)]
    may_switch = asked(CAN_SWITCH, country).allows(look)
    if any(surrenders) and world[f"status.{country}"] == "surrendered":
        return True
    return may_switch and any(switches) and world[f"status.{country}"] in JOINED


@STEPS.step("awaw.minors.turning")
def turning(world: World, frame: Frame) -> Directive:
    """What follows when a result turns an ally or associate; `outcome` says how it stood before."""
    country, was = frame.outcome["country"], frame.outcome["was"]
    deed = GIVES_UP if world[f"status.{country}"] == "surrendered" else SWITCHES
    nobody = all(world.get(f"factors.{faction}.ground-air.{country}") == 0 for faction in FACTIONS)
    names = {
        "country": country,
        "former": was[f"beneficiary.{country}"],
        "power": world[f"{'award' if deed is GIVES_UP else 'beneficiary'}.{country}"],
        "units": "none" if nobody else "some",
        "drew": str(was[f"brp-grant.{country}"]),
        "owed": str(was[f"owed-brps.{country}"]),
    }
    return go("awaw.minors.turns", deed=deed.name, names=names, left=list(ORDER.of if deed is GIVES_UP else CHANGE))


@STEPS.step("awaw.minors.turns", takes=("deed", "names", "left"))
def one_by_one(world: World, frame: Frame) -> Directive:
    """One thing after another; of its places all at once."""
    if not frame.left:
        return done()
    at, *left = frame.left
    spots = places(frame.names["country"])
    players = [{**frame.names, "place": place} for place in (spots if at == "hexes" else spots[:1])]
    keep = {"deed": frame.deed, "names": frame.names, "left": left}
    return call("awaw.follows", then="awaw.minors.turns", keep=keep, deed=frame.deed, at=at, players=players)


# -- the end of a combat phase
@STEPS.step("awaw.minors.turning-ends")
def combat_ends(world: World, frame: Frame) -> Directive:
    """The grace of units that were caught is over; then come the deadlines of countries that changed sides."""
    caught = [c for c in TARGETS if (whose := world[f"caught.{c}"]) != NOBODY and half_of(whose) == frame.side]
    over = carry_out([asked(SUPPLY_OVER, country) for country in caught], world)[1]
    return do(over, then="awaw.minors.deadlines", left=list(TARGETS))


@STEPS.step("awaw.minors.deadlines", takes=("side", "left"))
def deadlines(world: World, frame: Frame) -> Directive:
    for place, country in enumerate(frame.left, 1):
        friend = world[f"turned-to.{country}"]
        if friend != NOBODY and half_of(friend) == frame.side:
            deed = {"deed": DEADLINE.name, "country": country, "power": friend, **_deadline(world, country, friend)}
            keep = {"side_of_turn": frame.side, "left": frame.left[place:], **deed}
            return call("awaw.follows", then="awaw.minors.deadline-missed", keep=keep, **deed)
    return done()


@STEPS.step("awaw.minors.deadline-missed")
def deadline_missed(world: World, frame: Frame) -> Directive:
    """It falls to its former friends, if they have its capital."""
    if frame.time != "falls" or frame.country not in LAND:
        return go("awaw.minors.deadline-over")
    deed = {"deed": CONQUERED.name, "country": frame.country, "power": frame.winner, "with": "alone"}
    return call("awaw.minors.conquers", then="awaw.minors.deadline-over", keep=frame.vars, **deed)


@STEPS.step("awaw.minors.deadline-over")
def deadline_over(world: World, frame: Frame) -> Directive:
    keep = {"side": frame.side_of_turn, "left": frame.left}
    deed = {role.name: frame.get(role.name) for role in DEADLINE.roles}
    return call("awaw.follows", then="awaw.minors.deadlines", keep=keep, deed=DEADLINE.name, at=SETTLED, **deed)


def _holder(world: World, country: str, mine: str, unlisted: str | None) -> str | None:
    """Who has the capital at the deadline; partisans are nobody's faction."""
    place = capital(country)
    if place in NEW_COUNTRIES:
        return unlisted
    return None if world.get(f"control.{place}") in PARTISANS else keeper(world, place, mine)


def _senior(world: World, faction: str) -> str:
    """The power that draws BRPs for a faction."""
    return {AXIS: GERMANY, RUSSIA: RUSSIA}.get(faction) or senior_partner(world)


def _deadline(world: World, country: str, friend: str) -> dict[str, str]:
    """How the time of one country ends: in time or not, and to whom it falls."""
    former, mine = world[f"turned-from.{country}"], faction_of(friend) or friend
    holder = _holder(world, country, mine, faction_of(former) if world[f"kept-brps.{country}"] else mine)
    found = {"former": former, "time": "late", "winner": NOBODY, "side": NOBODY}
    if world[f"status.{country}"] not in JOINED or world[f"beneficiary.{country}"] != friend:
        return {**found, "time": "over"}
    if holder == mine:
        return {**found, "time": "in-time"}
    if holder not in FACTIONS or former == NOBODY or side_of(holder) != side_of(former):
        return found
    winner = former if faction_of(former) == holder else _senior(world, holder)
    return {**found, "time": "falls", "winner": winner, "side": holder}


def reminders(world: World, half: str) -> Iterator[str]:
    """What a surrender or a change of sides asks of the table."""
    for country in TARGETS:
        name, former, friend = TITLES[country], world[f"caught.{country}"], world[f"turned-to.{country}"]
        gone = world[f"status.{country}"] == "surrendered"
        if former != NOBODY and gone:
            yield f"{name} has surrendered: {_told(world, country, AFTER_SURRENDER)}"
        if former != NOBODY and half_of(former) == half:
            cite = CAUGHT if gone else SUPPLY
            yield f"units of {TITLES[former]} and its partners in {name} have at least partial supply now [{cite}]"
        if friend != NOBODY:
            yield f"{name} has changed sides: {_told(world, country, AFTER_CHANGE)}"
            if half_of(friend) == half:
                yield f"{TITLES[friend]} must hold its capital when combat ends, or {name} is lost [{DEADLINE.rule}]"


def _told(world: World, country: str, duties: tuple[Duty, ...]) -> str:
    told = ((duty.told(world), duty.cite) for duty in asked(duties, country))
    return "; ".join(f"{words} [{cite}]" for words, cite in told if words)


HEEDS = (*TURNS_AWAY, *DEADLINES)
OPTIONS = (WINDOW,)
MOMENTS = {"combat-ends": ("awaw.minors.turning-ends",)}
DECLARED = (
    (SURRENDERS, CHANGES_SIDES, CAN_SWITCH),
    (ORDER,),
    (STAY_GONE, AFTER_SURRENDER, AFTER_CHANGE, SUPPLY_OVER),
)
