"""What a class of affiliation is worth: may a nation collect, enter, build, use the railways, give orders here?

`may` answers for the table with the rule behind the answer.  A charter lists, action by action, the rules that are
looked at in their order: the first limit that forbids, or permit that allows, decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from legation.books.twg.charts import home_of
from legation.books.twg.diplomacy import navy
from legation.books.twg.diplomacy.influence import eligible
from legation.books.twg.diplomacy.rights import ATTEMPT, rights_of
from legation.books.twg.diplomacy.unrest import NO_MONEY
from legation.books.twg.map.geography import geography
from legation.books.twg.powers import (
    ALL,
    AXIS,
    CHINA,
    FRANCE,
    GERMANY,
    ITALY,
    TITLES,
    UK,
    USA,
    USSR,
    WESTERN,
    enemies,
    sentence,
)
from legation.books.twg.schema import AIR, MEANS, ROLLS
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import BY, HERE, place_name, stance, trying
from legation.books.twg.war import isolation, vichy
from legation.books.twg.war.attacks import DECIDES, LAST_WORD, check_lawful
from legation.books.twg.war.reactions import BOX_DECIDES, box_against, decide_for_sworn, deciders, is_sworn
from legation.books.twg.war.rights_of_war import is_players_land
from legation.books.twg.war.units import NO_OCCUPIERS
from legation.books.twg.war.war_status import in_force
from legation.core.abilities import Verdict
from legation.core.errors import NotFound, Refused
from legation.core.expr import NO, Expr, all_of, any_of, bound, choice, holds, named, number, per
from legation.core.facts import Choice, World
from legation.core.machine import Directive, Frame, done
from legation.core.rules import Limit, Permit, first_refusal
from legation.core.trace import Trace
from legation.core.turning import kept

__all__ = ["ACTIONS", "RULES", "admits", "held_fast", "may"]

ACTIONS = {
    "attack": "attack {0}",
    "collect": "collect the money of {0}",
    "enter": "move units into or through {0}",
    "occupy": "occupy {0}",
    "threaten": "threaten {0}",
    "rail": "use the railways of {0}",
    "build": "build in {0}",
    "bombed": "be charged so much in {0} for strategic bombing",
    "command": "use or move the units of {0}",
    "march": "lead the units of {0} out of the country",
    "trade": "hand {0} over to another player, or what it yields",
    "decide": "make the combat decisions of {0} when it is attacked",
    "influence": "try to influence {0} now",
    "counter": "counter the influence money of another in {0}",
    "join": "join the battle that the chart of {0} has ordered",
    "leave": "move units out of {0}",
    "pay": "spend money on a roll for {0}",
    **navy.ACTIONS,
    **isolation.ACTIONS,
}  # what may be asked, with a slot for the place

PLACES = (*geography().all, *isolation.SEAS)
FREE_UNLESS_FORBIDDEN = ("sail",)  # the sea is open where no permit speaks of it


class Reason(Protocol):
    """What an answer rests on: its words and its id."""

    @property
    def label(self) -> str: ...

    @property
    def cite(self) -> str: ...


class Because(NamedTuple):
    """A reason of the referee's, with its rule."""

    label: str
    cite: str


# -- who stands how
def mine(place: str, *classes: str) -> Expr:
    """The nation that asks has the place in one of these classes; land it holds of a player is fully its own."""
    if place == HERE or geography().places[place].neutral:
        return stance(place, BY, *classes)
    own = [
        trying(n) & choice(f"holder.{place}", n, says=f"{TITLES[n]} [holds|does not hold] {place_name(place)}")
        for n in ALL
    ]
    oath = [trying(n) & vichy.sworn_to(place, n) for n in AXIS] if place in vichy.TERRITORIES else []
    return any_of(*(own if "total" in classes else ()), *(oath if "sworn" in classes else ()))


def theirs(place: str, nations: Iterable[str], *classes: str) -> Expr:
    """One of these nations has it in one of these classes, or holds it."""
    if place == HERE or geography().places[place].neutral:
        return any_of(*(stance(place, n, *classes) for n in nations))
    held = (
        choice(f"holder.{place}", *nations, says=f"[an|no] ally holds {place_name(place)}")
        if "total" in classes
        else NO
    )
    sworn = "sworn" in classes and place in vichy.TERRITORIES
    return any_of(held, vichy.sworn_to(place, *nations)) if sworn else held


def asking(*nations: str) -> Expr:
    return any_of(*(trying(n) for n in nations))


def derived_friend(place: str) -> Expr:
    """Friendly through an ally: computed, never kept, and gone with its cause."""
    axis = any_of(
        theirs(place, AXIS, "sworn", "total"),
        trying(ITALY) & theirs(place, (GERMANY,), "friendly") if place in BESIDE_GERMANY else NO,
    )
    return any_of(
        named("what one Axis nation holds is Friendly to the others", asking(*AXIS) & axis, cite="DG-WAR-2"),
        named(
            "China is a friend wherever the U.K., France or the U.S.A. holds land or an oath",
            trying(CHINA) & theirs(place, WESTERN, "sworn", "total"),
            cite="DG-WAR-12",
        ),
        named(
            "the U.K., France, the U.S.A. and China are open to one another where they hold land or an oath",
            asking(*WESTERN) & theirs(place, (*WESTERN, CHINA), "sworn", "total"),
            cite="DG-WAR-15",
        ),
    )


def friend_of(place: str) -> Expr:
    """The place lets units of the nation that asks in: its own, its ally, or an ally's; no sea zone is asked about."""
    if place in isolation.SEAS:
        return NO
    return any_of(mine(place, "friendly", "sworn", "total"), derived_friend(place))


BESIDE_GERMANY = ("hungary", "spain")  # their charts count Italian units as peaceful guests: ruling to DG-WAR-2
TEAMS = (AXIS, (*WESTERN, CHINA))  # player allies in the matter of railways: DG-WAR-7 leaves the USSR alone


# neutral is whatever is no player's original land: of the rest, only an attack is asked about
PLAYERS_LAND = Limit("it is a player's land, and only an attack leads there", "DG-AFF-19")


@kept
def charter(place: str) -> Mapping[str, tuple[Limit | Permit, ...]]:
    """The rules for one place, by action and in the order in which they are looked at."""
    total, sworn, economic = mine(place, "total"), mine(place, "sworn"), mine(place, "economic")
    friend = any_of(mine(place, "friendly"), derived_friend(place))
    means = choice("using", *MEANS, says="it is[ not] done on foot, by vehicle, from the sea or by blitz")
    rails = any_of(*(asking(*team) & theirs(place, team, "total") for team in TEAMS))
    wanted, value = number("wanted", "what is wanted of it"), number(f"value.{place}", "its value")

    control = Permit("Total Control: the country, its money and its industry are the nation's own", "DG-AFF-3", total)
    units = Permit("under Total Control all units there belong to the nation", "DG-AFF-4", total)
    half = Limit(
        "land that is not original counts at half its value, rounded down, for building, railways and bombing",
        "DG-AFF-5",
        all_of(total, ~original(place), (wanted > per(2, value)).worded("more than half of its value is[ not] wanted")),
    )
    pays = Permit("a Sworn ally pays its whole value", "DG-AFF-8", sworn)
    admits = Permit("a Sworn ally lets units in and through", "DG-AFF-9", sworn)
    no_rail = Limit("railways need Total Control by the player or an allied player", "DG-AFF-10", ~rails)
    not_for_use = Limit("nobody builds in a Sworn country or uses its units", "DG-AFF-11", sworn)
    stays = Limit("the units of a Sworn country stay in it and only defend it", "DG-AFF-12", sworn)
    pays_too = Permit("an Economic ally pays its full value", "DG-AFF-14", economic)
    pays_only = Limit("an Economic ally admits nobody and lends nothing", "DG-AFF-15", economic)
    open_to_friends = Permit("a Friendly ally lets units in and through", "DG-AFF-16", friend)
    no_more = Limit("a Friendly ally pays nothing, lends nothing and has no railway for guests", "DG-AFF-17", friend)
    soviet = Limit(
        "land under Total Soviet Control is Neutral to the other Allies",
        "DG-WAR-7",
        asking(UK, FRANCE, USA, CHINA) & theirs(place, (USSR,), "total"),
    )
    neutral_land = place == HERE or geography().places[place].neutral
    at_peace = Limit("a Neutral country is at peace with all and serves nobody", "DG-AFF-18")
    last_word = at_peace if neutral_land else PLAYERS_LAND
    any_way = Permit(
        "on foot, by vehicle, from the sea or by blitz, in either movement", "DG-OCC-3", means & (sworn | friend)
    )
    open_rails = named("[the player or an allied player|neither the player nor an ally] has Total Control", rails)
    not_by_rail = Limit(
        "no railway leads into a Friendly or Sworn neutral, or out of it", "DG-OCC-4", ~open_rails & (sworn | friend)
    )
    not_counted = Limit(
        "a threat is made by land units: no aircraft, rockets or shore bombardment",
        "DG-OCC-8",
        choice("using", *AIR, "rocket", "bombardment", says="it is[ not] done from afar or from the air"),
    )
    counted = Permit("every land unit that can get there, by whatever means, is part of a threat", "DG-OCC-7")
    no_trade = Limit(
        "neither the control of a neutral nor what it yields can be handed over",
        "DG-AFF-2",
        mine(place, "friendly", "economic", "sworn", "total"),
    )

    enter = (control, any_way, admits, open_to_friends, pays_only, soviet, last_word)
    return {
        "collect": (control, pays, pays_too, no_more, soviet, last_word),
        "enter": enter,
        "occupy": (NO_OCCUPIERS, *enter),
        "threaten": (not_counted, counted),
        "rail": (half, control, not_by_rail, no_rail),
        "bombed": (half, control, last_word),
        "build": (half, control, not_for_use, pays_only, no_more, soviet, last_word),
        "command": (units, not_for_use, pays_only, no_more, soviet, last_word),
        "march": (units, stays, pays_only, no_more, soviet, last_word),
        **({"trade": (no_trade, at_peace)} if neutral_land else {}),
    }


def original(place: str) -> Expr:
    """The place is original land of the nation that asks, or counts as such."""
    if place == HERE or geography().places[place].neutral:
        fact, says = f"as-original.{place}", "it [counts|does not count] as original land"
        return any_of(*(trying(n) & choice(fact, n, says=says) for n in ALL))
    return asking(*(n for n in ALL if place in geography().original(n)))


RULES = (PLAYERS_LAND, charter(HERE))


# -- asking
def may(world: World, nation: str, action: str, place: str, with_: str | int | None = None) -> Verdict:
    """Whether a nation may do this here; `with_` says by what means, with how much, or against which attacker."""
    for what, given, known in (("nation", nation, ALL), ("action", action, ACTIONS), ("place", place, PLACES)):
        if given not in known:
            raise NotFound(what, given, known)
    if action in ("enter", "occupy") and with_ == "rail":
        action = "rail"
    if action in isolation.ACTIONS:
        found = isolation.answer(world, nation, action, place, with_, friend_of(place))
        return _verdict(*found, nation, action, place, [])
    if place in isolation.SEAS:
        raise NotFound("action at sea", action, isolation.ACTIONS)
    if action == "attack":
        return _attack(world, nation, place)
    if action == "decide":
        return _decides(world, nation, place, str(with_))
    if action == "counter":
        return _counters(world, nation, place, str(with_))
    if action == "pay":
        return _pays(world, nation, place, str(with_ or "influence"))
    if action == "withdraw":
        allowed = navy.withdrawal(world, nation, place, str(with_))
        return _verdict(allowed, Because(navy.MAY_RETREAT, navy.RETREAT), nation, action, place, [])
    means = world.schema.spec("using").domain
    if isinstance(with_, str) and isinstance(means, Choice) and with_ not in means.options:
        raise NotFound("means (with)", with_, means.options)
    asked = world.scoped(**({"wanted": with_} if isinstance(with_, int) else {"using": with_ or "units"}))
    first = _in_1939(world, nation, action, place)
    rules = (*first, *_own_words(nation, action, place), *_general(nation, action, place))
    looked: list[Trace] = []
    for rule in rules:
        decides = rule.forbids(asked) if isinstance(rule, Limit) else rule.allows(asked)
        looked.append(Trace(rule.label, decides, (rule.when.trace(asked),), rule=rule.cite, applied=decides))
        if decides:
            return _verdict(isinstance(rule, Permit), rule, nation, action, place, looked)
    if action == "influence":
        return _influence(world, nation, place, looked)
    if not rules:
        there = [a for a in ACTIONS if _own_words(nation, a, place) or _general(nation, a, place)]
        raise NotFound(f"action in {place_name(place)}:", action, there)
    if isinstance(rules[-1], Permit) and action not in FREE_UNLESS_FORBIDDEN:
        not_now = Because(f"it is not so that {rules[-1].label}", rules[-1].cite)
        return _verdict(False, not_now, nation, action, place, looked)
    return _verdict(True, Because("nothing forbids it now", rules[-1].cite), nation, action, place, looked)


def admits(world: World, nation: str, place: str) -> bool:
    """Whether a country suffers units of a nation that are in it: by its class towards them, or by its own chart."""
    asked = world.scoped(using="units")
    own = (rule for rule in _own_words(nation, "enter", place) if isinstance(rule, Permit))
    for rule in (*own, *_general(nation, "enter", place)):
        if rule.forbids(asked) if isinstance(rule, Limit) else rule.allows(asked):
            return isinstance(rule, Permit)
    return False


def held_fast(world: World, nation: str, place: str) -> Limit | None:
    """What keeps units of a nation in a country that they would leave: only a chart does."""
    limits = [rule for rule in _own_words(nation, "leave", place) if isinstance(rule, Limit)]
    return first_refusal(limits, world)


def _verdict(allowed: bool, rule: Reason, nation: str, action: str, place: str, looked: list[Trace]) -> Verdict:
    where = isolation.place_says(place) if place in PLACES else place_name(place)
    words = f"{TITLES[nation]} {'may' if allowed else 'may not'} {ACTIONS[action].format(where)}: {rule.label}"
    return Verdict(allowed, rule.cite, words, Trace(words, allowed, tuple(looked), rule=rule.cite))


def _in_1939(world: World, nation: str, action: str, place: str) -> tuple[Limit | Permit, ...]:
    """What the 1939 rules have to say first."""
    if not in_force(world):
        return ()
    rules = (*vichy.charter_of(place, action), *isolation.limits(nation, action, place, friend_of(place)))
    return tuple(bound(rule, here=place, Here=place_name(place), by=nation, By=TITLES[nation]) for rule in rules)


@kept
def _own_words(nation: str, action: str, place: str) -> tuple[Limit | Permit, ...]:
    """What the country's own chart has to say about it."""
    home = home_of().get(place)
    if home is None:
        return ()
    chart = home if place in home.lands else next(c for c in home.colonies if c.slug == place)
    names = {"here": place, "Here": place_name(place), "by": nation, "By": TITLES[nation]}
    closed = isinstance(home.influence, Limit) and chart is home and action == "influence"
    return tuple(bound(rule, **names) for rule in ((home.influence,) if closed else chart.asked.get(action, ())))


@kept
def _general(nation: str, action: str, place: str) -> tuple[Limit | Permit, ...]:
    rules = (*charter(place).get(action, ()), *navy.charter_of(place).get(action, ()))
    names = {"here": place, "Here": place_name(place), "by": nation, "By": TITLES[nation]}
    return tuple(bound(rule, **names) for rule in rules)


def _influence(world: World, nation: str, place: str, looked: list[Trace]) -> Verdict:
    home = home_of().get(place)
    rights = rights_of(world, nation, [home.slug]) if home and place in home.lands else []
    if rights:
        return _verdict(True, rights[0].influence, nation, "influence", place, looked)
    return _verdict(False, Because("no chart allows it now", ATTEMPT), nation, "influence", place, looked)


def _attack(world: World, nation: str, place: str) -> Verdict:
    try:
        rule = check_lawful(world, nation, place)
    except Refused as refusal:
        words = sentence(str(refusal).rsplit("   [", 1)[0].split("; allowed:")[0])  # the id stands beside the words
        return Verdict(False, refusal.rule or "", words, Trace(words, False, rule=refusal.rule))
    found: Reason = rule or Because("players' land is open to the Axis", PLAYERS_LAND.cite)
    return _verdict(True, found, nation, "attack", place, [])


def _decides(world: World, nation: str, place: str, attacker: str) -> Verdict:
    """Who makes the combat decisions of a country under attack."""
    if place not in home_of():
        raise NotFound("neutral with a chart", place, home_of())
    if attacker not in ALL:
        raise NotFound("attacker (with)", attacker, ALL)
    if holds(is_players_land(place), world):  # it reacts to no attack, and its units are its lord's
        return may(world, nation, "command", place)
    if is_sworn(world, place):
        words = "the player in the attack box decides for a Sworn country; failing that, the attacker's opponents do"
        able = decide_for_sworn(world, attacker, place)
        return _verdict(nation in able, Because(words, BOX_DECIDES), nation, "decide", place, [])
    box = box_against(world, attacker, place)
    if box and box.to.cls == "total":
        return _verdict(nation in deciders(world, attacker, place), DECIDES, nation, "decide", place, [])
    return _verdict(nation in enemies(attacker), LAST_WORD, nation, "decide", place, [])


def _counters(world: World, nation: str, place: str, influencer: str) -> Verdict:
    """Who may counter the money of a nation that tries to influence a country."""
    home = home_of().get(place)
    if home is None:
        raise NotFound("neutral with a chart", place, home_of())
    if influencer not in ALL:
        raise NotFound("influencer (with)", influencer, ALL)
    if closed := _no_money(world, influencer, place, "influence"):  # what is not spent cannot be countered
        return _verdict(False, closed, nation, "counter", place, [])
    said = home.countering_of(influencer)
    words = Because("the nations in the attack boxes that are on the other side may counter", "DG-INF-17")
    allowed = nation in eligible(world, home, influencer)
    return _verdict(allowed, said or words, nation, "counter", place, [])


def _pays(world: World, nation: str, place: str, rolling: str) -> Verdict:
    """Whether money may go on a roll for a country, of unrest or of influence."""
    if place not in home_of():
        raise NotFound("neutral with a chart", place, home_of())
    if rolling not in ROLLS:
        raise NotFound("kind of roll (with)", rolling, ROLLS)
    closed = _no_money(world, nation, place, rolling)
    free = Because("nothing forbids it", NO_MONEY.cite)
    return _verdict(closed is None, closed or free, nation, "pay", place, [])


def _no_money(world: World, nation: str, place: str, rolling: str) -> Limit | None:
    """What forbids money on such a roll, which is made for the home country of an empire."""
    rules = (*_own_words(nation, "pay", home_of()[place].lands[0]), NO_MONEY)
    limits = [rule for rule in rules if isinstance(rule, Limit)]
    return first_refusal(limits, world.scoped(rolling=rolling))


@steps.step("twg.may")
def ask_whether(world: World, frame: Frame) -> Directive:
    """A question of the table: nothing changes; what is not allowed is refused with its rule."""
    verdict = may(world, frame.get("nation"), frame.get("action"), frame.get("place"), frame.get("with"))
    if not verdict.allowed:
        raise Refused(verdict.reason, rule=verdict.rule)
    return done()
