"""Attacks on neutrals and their consequences: reactions, empires, conquest, and the battles that charts order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar, cast

from legation.core.book import Event
from legation.core.deeds import Deed, On, among, enacted, follows
from legation.core.errors import Refused
from legation.core.expr import YES, Expr, any_choice, bound, holds, named
from legation.core.expr import number as fact_number
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, ask, do, done, go
from legation.core.requests import TABLE, choose, confirm
from legation.core.requests import amount as ask_amount
from legation.core.rules import Duty, Limit, Permit, Rule, bespoke, brought_by, carry_out, comes_up, sets
from legation.twg import vichy, vichy_conflicts
from legation.twg.aggression import (
    attackers_of,
    check_peace,
    chinese_tally,
    given_to_france,
    on_land,
    remember_the_first,
    returned,
    stamped,
    told_of,
)
from legation.twg.chart import Battle, Becomes, Force, Neutral, Stance, Toll, as_rule
from legation.twg.deeds import ATTACK, ATTACKER, BEATEN, HANDS, OWNER, RAID, another, owned
from legation.twg.details import place_in
from legation.twg.facts import ARMY, LAND
from legation.twg.funds import recounted
from legation.twg.geography import geography
from legation.twg.neutrals import home_of, neutral_by_slug, neutrals
from legation.twg.powers import ALL, AXIS, CHINA, SIDES, TITLES, WESTERN, enemies, sentence, side_of, title
from legation.twg.steps import steps
from legation.twg.unrest import CONDITIONS, order_of_play
from legation.twg.vocabulary import HERE, place_name, totally_controlled
from legation.twg.war import Liberation, Right, check_attack, is_players_land, owner_after

__all__ = ["RULES", "check_lawful", "heeded", "pending"]

T = TypeVar("T")

UNDER = totally_controlled(HERE)  # after the reaction: some nation has gained Total Control by the attack

# -- the defence
DECIDES = Duty("the nation that gains Total Control decides for the defence", cite="DG-ATK-3", when=UNDER)
SURVIVORS = Duty("if the country holds, it and what is left of its army are that nation's", cite="DG-ATK-4", when=UNDER)
RETREAT = Permit(
    "the defenders may retreat to land that this nation holds or that is Sworn or Friendly to it",
    cite="DG-ATK-5",
    when=UNDER,
)
STAND = Limit("the defenders never retreat and destroy no factory", cite="DG-ATK-6", when=~UNDER)
LOSSES = Duty("they lose the unit with the lowest defence first", cite="DG-ATK-7", when=~UNDER)
LAST_WORD = Duty("in a dispute the attacker's opponents choose the loss", cite="DG-ATK-8", when=~UNDER)
BOX_DECIDES = "DG-AFF-13"

ONE_OF_THEM, OUTCOME, KEPT = "DG-AFF-7", "DG-ATK-11", "DG-ATK-10"
BOARD = "DG-OCC-11"  # forces count as they stand on the board
KEEP_IT = "Units that got away keep that allegiance, whatever becomes of their country."
ENDS = {"repelled": "{0} held", "conquered": "{0} was conquered"}
GOT_AWAY = "-with-retreat"
CALLED_OFF = "called-off"
FRIENDS = (*WESTERN, CHINA)  # open to one another where they hold land or an oath: DG-WAR-15
LEAVES = ("destroyer", "minor-factory")  # of an army, what conquest of the land does not destroy
MARCHES = tuple(kind for kind in ARMY if kind not in LEAVES)


@bespoke("DG-ATK-1", reads=[is_players_land(HERE)])
def reacts(world: World, home: Neutral | None, target: str) -> bool:
    """An attacked neutral takes the class of the box for the attacker's side."""
    return home is not None and not holds(is_players_land(target), world)


def takes_part(place: str) -> Expr:
    """A member of an empire reacts by its own chart, whether or not the attack on another member succeeds."""
    says = f"{place_name(place)} is no nation's own land, and reacts with its empire"
    return named(says, ~is_players_land(place), cite="DG-COL-2")


@bespoke("DG-ATK-2")
def dice_are_rolled(world: World, outcome: str | None) -> bool:
    """The reaction comes when the attack dice are rolled; an attack called off before that changes nothing."""
    return outcome != CALLED_OFF


@steps.step("twg.attack")
def attack(world: World, frame: Frame) -> Directive:
    """An attack is reported at the moment its dice are rolled."""
    attackers_of(frame)
    place_in(frame, "target")
    if not dice_are_rolled(world, frame.get("outcome")):
        return done()
    return _begun(world, frame, ATTACK)


@steps.step("twg.raid")
def raid(world: World, frame: Frame) -> Directive:
    """A strategic bombing raid is an attack in all but the battle."""
    attackers_of(frame)
    place_in(frame, "target")
    return _begun(world, frame, RAID)


DEEDS = {deed.name: deed for deed in (ATTACK, RAID)}


def _begun(world: World, frame: Frame, deed: Deed) -> Directive:
    """Whoever takes part must have a right to; who joins an attack that the chart allows needs none of its own."""
    joined = frame.get("joined") or []
    led: Right | Permit | None = None
    for nation in (frame.attacker, *joined):
        if not isinstance(led, Permit):
            led = check_lawful(world, nation, frame.target)
    return remember_the_first(world, attacker=frame.attacker, then="twg.attack.reaction", joined=joined, deed=deed.name)


@steps.step("twg.attack.reaction")
def reaction(world: World, frame: Frame) -> Directive:
    """What the attack means for war and peace, and what the country and its empire make of it."""
    target, attackers = frame.target, (frame.attacker, *frame.joined)
    deed = DEEDS[frame.get("deed", ATTACK.name)]
    reacting = _reactions(world, frame.attacker, target)
    changes = [*enacted(consequences(world, deed, attackers, target, reacting), world)]
    changes += returned(world, attackers, target)
    written = {change.fact for change in changes}
    stamps = stamped(world, _controlled(reacting), frame.attacker)
    changes += [stamp for stamp in stamps if stamp.fact not in written]
    if deed is RAID:
        return do(changes, then="twg.attack.remembered")
    battle: dict[str, Any] = {"reacted": bool(reacting)}
    if world.lasting:  # many worlds fight their battles without words
        told = vichy_conflicts.told_of(world, attackers, target)
        words = told_of(world, attackers, target)
        battle["reminders"] = [*told, *words, *reminders_in_battle(world, attackers, target)]
        if reacting and (sworn := decide_for_sworn(world, frame.attacker, target)):
            battle["deciders"] = list(sworn)
    return do(changes, then="twg.attack.toll", **battle)


Units = dict[str, dict[str, int]]  # by nation and kind


@steps.step("twg.attack.toll")
def toll(world: World, frame: Frame) -> Directive:
    """What a chart takes out of an attacking force before the dice; unit by unit, as the attackers say."""
    home, committed = home_of().get(frame.target), cast(Units, frame.get("committed") or {})
    losses = cast(Units, frame.get("losses") or {})
    toll = home.toll if home and frame.target in home.lands else None
    payers = [n for n in (frame.attacker, *frame.joined) if toll and n in toll.by and committed.get(n)]
    if home is None or toll is None or not payers or not home.bind(toll).due(world):
        return go("twg.attack.ship")  # the neutral navy comes first
    paid: Units = frame.get("paid") or {n: dict(units) for n, units in (frame.get("toll") or {}).items()}
    check_toll(toll, committed, paid)
    left = {n: _less(committed[n], paid.get(n, {})) for n in payers}
    due = min(toll.units - _number(paid), _number(left))
    if due < 1:
        return _paid(frame, home, committed, paid)
    if due < _number(left):  # there is a battle: what is told to be lost in it is not taken out before
        left = {n: _less(units, losses.get(n, {})) for n, units in left.items()}
        _check_end(world, frame)
    kinds = {f"{n}.{kind}": f"{kind} of {TITLES[n]}" for n in payers for kind in left[n]}
    if _number(left) < due:
        raise Refused("so many cannot be lost in the battle: the toll was taken out before the dice", rule=BOARD)
    if len(kinds) == 1 or _number(left) == due:
        return go("twg.attack.unit-paid", unit=next(iter(kinds)), paid=paid)
    prompt = f"{sentence(toll.label)}, for good. Which is one of them?"
    question = choose(payers[0], prompt, kinds, cite=toll.cite, subject=frame.target)
    return ask(question, then="twg.attack.unit-paid", into="unit", paid=paid)


@steps.step("twg.attack.unit-paid")
def unit_paid(world: World, frame: Frame) -> Directive:
    nation, kind = frame.unit.split(".")
    mine = frame.paid.get(nation, {})
    return go("twg.attack.toll", paid={**frame.paid, nation: {**mine, kind: mine.get(kind, 0) + 1}})


def check_toll(toll: Toll, committed: Units, paid: Units) -> None:
    """A toll that is told is no more than what is due, and no more than there is."""
    there = all(n <= committed.get(who, {}).get(kind, 0) for who in paid for kind, n in paid[who].items())
    if _number(paid) > toll.units or not there or not set(paid) <= set(toll.by):
        raise Refused(f"{toll.label}, by {title(*toll.by)}, and no others", rule=toll.cite)


def _number(units: Units) -> int:
    return sum(n for kinds in units.values() for n in kinds.values())


def _less(units: dict[str, int], gone: Mapping[str, int]) -> dict[str, int]:
    return {kind: left for kind, n in units.items() if (left := n - gone.get(kind, 0)) > 0}


def _paid(frame: Frame, home: Neutral, committed: Units, paid: Units) -> Directive:
    """Beside the losses of the battle; if nobody is left to roll dice, there is no battle."""
    losses = {n: dict(units) for n, units in (frame.get("losses") or {}).items()}
    attackers = (frame.attacker, *frame.joined)
    if all(n in committed and not _less(committed[n], paid.get(n, {})) for n in attackers):
        return go("twg.attack.ended", end="repelled", losses={**losses, **paid})
    for nation, kinds in paid.items():
        for kind, n in kinds.items():
            lost = losses.setdefault(nation, {})
            lost[kind] = lost.get(kind, 0) + n
            if lost[kind] > committed[nation][kind]:
                message = f"{TITLES[nation]} cannot lose so many {kind}: the toll was taken out before the dice"
                raise Refused(message, rule=BOARD)
    wiped_out = [n for n in committed if committed[n] == losses.get(n)]
    spoken = [f"{sentence(duty.label)}." for duty in home.in_battle if home.toll and duty.cite == home.toll.cite]
    taken = ", ".join(f"{n} {kind} of {TITLES[who]}" for who, kinds in paid.items() for kind, n in kinds.items())
    others = [words for words in frame.get("reminders", []) if words not in spoken]
    told = [f"Out of the force, before the dice: {taken}.", *others]
    return go("twg.attack.ship", losses=losses, wiped_out=wiped_out, reminders=told)


def consequences(
    world: World, deed: Deed, attackers: Iterable[str], target: str, reacting: Iterable[Reaction]
) -> list[Rule]:
    """All that one attack or raid brings about at once, in the order of the book."""
    nations = tuple(attackers)
    return [
        *(rule for nation in nations for rule in follows(REMEMBERED, deed, attacker=nation, here=target)),
        *(rule for nation in nations for rule in heeded(deed, nation, target)),
        *on_land(world, nations, target, raid=deed is RAID),
        *vichy_conflicts.attacked(world, nations, target),
        *(rule for rule, _ in reacting),
        *given_to_france(world, nations[0], target),
    ]


@cache
def heeded(deed: Deed, attacker: str, target: str) -> tuple[On, ...]:
    """What charts make of an attack on this land, or of a march into it, be it their own or not."""
    return tuple(n.bind(rule, attacker) for n in neutrals() for rule in n.heeds.get(target, ()) if deed in among(rule))


def is_sworn(world: World, place: str) -> bool:
    return any(world.get(f"stance.{place}.{n}") == "sworn" for n in ALL)


def box_against(world: World, attacker: str, target: str) -> Becomes | None:
    """The line of the attack box that fits the attacker's side now."""
    home = reacts_with(world, target)
    boxes = home.boxes(target).against(side_of(attacker)) if home else ()
    return next((box for box in boxes if home and holds(home.bind(box.when), world)), None)


def deciders(world: World, attacker: str, target: str) -> tuple[str, ...]:
    """The nations in the box for the attacker's side; his opponents, if that is nobody or himself."""
    box = box_against(world, attacker, target)
    nations = box.to.nations if box else ()
    return nations if nations and attacker not in nations else enemies(attacker)


@bespoke(BOX_DECIDES, reads=[any_choice((f"stance.{HERE}.{n}" for n in ALL), "sworn", says="{Here} is Sworn")])
def decide_for_sworn(world: World, attacker: str, target: str) -> tuple[str, ...]:
    """The player in the attack box decides for a Sworn country; failing that, the attacker's opponents do."""
    return deciders(world, attacker, target) if is_sworn(world, target) else ()


def reminders_in_battle(world: World, attackers: Iterable[str], target: str) -> list[str]:
    """What the chart has to say about a battle there, as sentences."""
    home = home_of().get(target)
    found = []
    for duty in home.in_battle if home and target in home.lands else ():
        told = (home.bind(duty, nation).told(world) for nation in attackers)  # type: ignore[union-attr]
        if words := next(filter(None, told), ""):
            found.append(f"{sentence(words)}.")
    return found


def check_lawful(world: World, attacker: str, target: str) -> Right | Permit | None:
    """The rule that lets a nation attack, its chart's or its own; a refusal if it may not.

    The deed itself and the question whether it is allowed (`may`) both ask here.
    """
    permitted = _chart_permits(world, attacker, target)
    check_peace(world, attacker, target, permitted=permitted is not None)
    return permitted or check_attack(world, attacker, target)


def _chart_permits(world: World, attacker: str, target: str) -> Permit | None:
    """A chart may forbid an attack to a nation, or allow one that the general rules forbid; its first word decides."""
    home = home_of().get(target)
    for rule in home.asked.get("attack", ()) if home and target in home.lands else ():
        mine = home.bind(rule, attacker)  # type: ignore[union-attr]
        if isinstance(mine, Permit):
            if mine.allows(world):
                return mine
        elif mine.forbids(world):
            raise Refused(mine.label, rule=mine.cite)
    return None


def reacts_with(world: World, place: str) -> Neutral | None:
    """The chart that a territory follows when attacked: its home country's, or that of its present owner."""
    for neutral in neutrals():
        if place in neutral.absorbs and holds(neutral.absorbs[place], world):
            return neutral
    return home_of().get(place)


@bespoke("DG-COL-4")
def halves_of(world: World, home: Neutral) -> list[str]:
    """Poland and Brazil are each one nation in two territories that react together and share every change."""
    return [half.slug for half in home.halves]


@bespoke("DG-COL-3")
def colonies_of(world: World, home: Neutral) -> list[str]:
    """The colonies of a neutral are those that its chart lists: seven neutrals have some."""
    return [colony.slug for colony in home.colonies]


def empire_of(world: World, home: Neutral) -> list[str]:
    """The territories that react together: the home country, its halves and colonies, and what it has absorbed."""
    listed, own = home.empire.lands, (*halves_of(world, home), *colonies_of(world, home))
    first, last = ([place for place in of if reacts_with(world, place) is home] for of in ([home.slug], home.absorbs))
    return [*first, *(land for land in home.empire.reacting(world) if land in own or land not in listed), *last]


@bespoke("DG-COL-1", reads=[takes_part(HERE)])
def attacked_with(world: World, members: Iterable[str], target: str) -> list[str]:
    """An attack on one member of an empire is an attack on all."""
    return [member for member in members if member != target and holds(takes_part(member), world)]


REMEMBERED = (
    On(
        "the attack is remembered",
        CONDITIONS.cite,
        on=ATTACK | RAID,
        each=(OWNER,),
        when=owned(OWNER) & another(ATTACKER, OWNER),
        sets=(sets(f"attacked.{ATTACKER}.{OWNER}", True),),
        again=True,
    ),
)


Reaction = tuple[Rule, tuple[str, Stance] | None]  # and what it makes of which territory


def _controlled(reacting: Iterable[Reaction]) -> dict[str, str]:
    """The neutral land that comes under Total Control by reacting, with the nation that gets it."""
    made = (made for _, made in reacting if made is not None)
    return {place: to.nations[0] for place, to in made if to.cls == "total" and place in geography().neutrals}


def _reactions(world: World, attacker: str, target: str) -> list[Reaction]:
    home = reacts_with(world, target)
    reacting = reacts(world, home, target)
    members = empire_of(world, home) if home and reacting else []
    attacked = (target, *attacked_with(world, members, target))
    if home is None or not reacting:
        return []
    side = side_of(attacker)
    remember = Rule("the attack is remembered", CONDITIONS.cite, sets=(sets(f"last-attack.{home.slug}", side),))
    boxes = [found for m in members if m in attacked for found in _reaction(world, home, m, attacker)]
    return [(remember, None), *boxes]


def _reaction(world: World, home: Neutral, member: str, attacker: str) -> list[Reaction]:
    """The box of one member: the first line that fits."""
    boxes = home.boxes(member)
    for box in brought_by({side: boxes.against(side) for side in SIDES}, side_of(attacker), world):
        rule: Rule = home.bind(box.rule(member, control="reaction"))
        if comes_up(world, holds(rule.when, world), box):
            # what another member's reaction changes does not matter any more
            return [(replace(rule, when=YES), (member, box.to))]
    return []


def at(place: str, found: T) -> T:
    """A declaration with this territory filled in."""
    return cast(T, bound(found, here=place, Here=place_name(place)))


@steps.step("twg.attack.outcome")
def outcome(world: World, frame: Frame) -> Directive:
    """Conquered or not: the table says, unless the report said so already."""
    if frame.get("outcome") is None:
        name = place_name(frame.target)
        labels = {end: says.format(name) for end, says in ENDS.items()}
        if _may_get_away(world, frame):
            labels |= {end + GOT_AWAY: f"{label}, and units of its army got away" for end, label in labels.items()}
        told = [*how_to_defend(world, frame), *frame.get("reminders", [])]
        prompt = " ".join([*told, f"How did the attack on {name} end?"])
        question = choose(TABLE, prompt, labels, cite=OUTCOME, subject=frame.target)
        return ask(question, then="twg.attack.outcome", into="outcome", told=True)
    end = str(frame.outcome).removesuffix(GOT_AWAY)
    if end not in ENDS:
        allowed = [*ENDS, *(end + GOT_AWAY for end in ENDS), CALLED_OFF]
        raise Refused(f"an attack does not end {frame.outcome!r}", rule=OUTCOME, allowed=allowed)
    if frame.outcome != end or frame.get("retreat"):
        return _retreat(world, frame, end)
    return go("twg.attack.ended", end=end)


def defender(world: World, frame: Frame) -> str:
    """The nation whose Total Control the country has come under by this very attack."""
    if not frame.get("reacted"):
        return ""
    return next((n for n in ALL if world.get(f"stance.{frame.target}.{n}") == "total"), "")


def how_to_defend(world: World, frame: Frame) -> list[str]:
    """What the table must know to fight the battle, as sentences; nothing for land that is a nation's own."""
    if not frame.get("reacted") or not world.lasting:
        return []
    nation, name = defender(world, frame), place_name(frame.target)
    decides, survivors, losses, last_word = (
        at(frame.target, duty).told(world) for duty in (DECIDES, SURVIVORS, LOSSES, LAST_WORD)
    )
    may_retreat = RETREAT.label if at(frame.target, RETREAT).allows(world) else ""
    must_stand = STAND.label if at(frame.target, STAND).forbids(world) else ""
    who = f"{name} fights under {TITLES[nation]}: " if decides else ""
    if not nation and frame.get("deciders"):
        who = f"{name} was Sworn, and {title(*frame.deciders)} decides for it: "
    told = [words for words in (must_stand, decides, losses, last_word, may_retreat, survivors) if words]
    return [f"{who}{'; '.join(told)}."]


def _may_get_away(world: World, frame: Frame) -> bool:
    nation, target = defender(world, frame), frame.target
    able = nation and _army(world, target) and at(target, RETREAT).allows(world)
    return bool(able and havens(world, nation, target))


def _army(world: World, place: str) -> dict[str, int]:
    """What could march away of an army."""
    return {kind: n for kind in MARCHES if (n := world.get(f"army.{place}.{kind}") or 0)}


def havens(world: World, nation: str, place: str) -> list[str]:
    """Where the defenders may retreat to: the nation's land, land Sworn or Friendly to it, and its allies' land."""
    friends = next((group for group in (AXIS, FRIENDS) if nation in group), (nation,))
    found = []
    for key, other in geography().places.items():
        if other.neutral:
            sworn = any(world.get(f"stance.{key}.{n}") in ("sworn", "total") for n in friends)
            open_ = sworn or world.get(f"stance.{key}.{nation}") == "friendly"
        else:
            open_ = world.get(f"holder.{key}") in friends
        if open_ and key != place:
            found.append(key)
    return found


def _check_end(world: World, frame: Frame) -> None:
    """A retreat that was told and cannot be is refused before anything is asked."""
    if str(frame.get("outcome") or "").endswith(GOT_AWAY) or frame.get("retreat"):
        _retreat(world, frame, "")


def _retreat(world: World, frame: Frame, end: str) -> Directive:
    """Units get away, if they may; where to is asked for unless the report says so."""
    nation, name = defender(world, frame), place_name(frame.target)
    stays = f"the army of {name} may not retreat: {STAND.label}"
    if not frame.get("reacted"):
        raise Refused(stays, rule=STAND.cite, allowed=list(ENDS))
    if not at(frame.target, RETREAT).allows(world):
        at(frame.target, STAND).refuse(world, stays, list(ENDS))
    legal = havens(world, nation, frame.target)
    where = frame.get("retreat")
    if where is None:
        prompt = f"Where do the units of {name} retreat to? {KEEP_IT}"
        labels = {key: place_name(key) for key in legal}
        question = choose(nation, prompt, labels, cite=RETREAT.cite, subject=frame.target)
        return ask(question, then="twg.attack.outcome", into="retreat")
    if where not in legal:
        message = f"the units of {name} cannot retreat to {where}: {RETREAT.label}"
        raise Refused(message, rule=RETREAT.cite, allowed=legal)
    return go("twg.attack.retreat", end=end)


@steps.step("twg.attack.retreat")
def retreat(world: World, frame: Frame) -> Directive:
    """Which units get away: as the report says, or kind by kind as their nation says."""
    army, told = _army(world, frame.target), frame.get("retreated")
    away = told or frame.get("away") or (army if sum(army.values()) == 1 else {})
    undecided = next((kind for kind in army if kind not in away), None)
    if not told and undecided:
        prompt = f"How many {undecided} of {place_name(frame.target)} retreat to {place_name(frame.retreat)}?"
        legal = range(army[undecided] + 1)
        question = ask_amount(defender(world, frame), prompt, legal, cite=KEPT, subject=frame.target)
        return ask(question, then="twg.attack.gone", into="number", kind=undecided)
    return do(got_away(world, frame, away), then="twg.attack.ended")


@steps.step("twg.attack.gone")
def one_kind_gone(world: World, frame: Frame) -> Directive:
    return go("twg.attack.retreat", away={**frame.get("away", {}), frame.kind: frame.number})


@bespoke(KEPT, reads=[fact_number(f"army.{HERE}.{kind}") for kind in MARCHES])
def got_away(world: World, frame: Frame, away: Mapping[str, int]) -> list[Change]:
    """Units that got away keep that allegiance: where they are now, they are units of the nation."""
    army, nation = _army(world, frame.target), defender(world, frame)
    if lacking := next((kind for kind, n in away.items() if n > army.get(kind, 0)), None):
        message = f"the army of {place_name(frame.target)} has {army.get(lacking, 0)} {lacking}, not {away[lacking]}"
        raise Refused(message, rule=KEPT, allowed=[f"{n} {kind}" for kind, n in army.items()])
    left = [(f"army.{frame.target}.{kind}", -n) for kind, n in away.items()]
    there = [(f"units.{frame.retreat}.{nation}.{kind}", n) for kind, n in away.items() if kind in LAND]
    return [world.change(fact, (world.get(fact) or 0) + n, KEPT) for fact, n in (*left, *there) if n]


@steps.step("twg.attack.ended")
def ended(world: World, frame: Frame) -> Directive:
    """The country held, and the box has decided; or somebody has conquered it."""
    if frame.end == "repelled":
        changes = carry_out(vichy_conflicts.held_off(world, frame.target), world)[1]
        return do([*changes, *recounted(world, changes)], then="twg.attack.remembered")
    able = takers(world, frame)
    if len(able) > 1:
        labels = {n: TITLES[n] for n in able}
        question = choose(TABLE, "Which attacker with a land unit there takes control?", labels, cite=ONE_OF_THEM)
        return ask(question, then="twg.attack.conquered", into="taker")
    return go("twg.attack.conquered", taker=next(iter(able), frame.attacker))


@bespoke(ONE_OF_THEM)
def takers(world: World, frame: Frame) -> list[str]:
    """After a joint attack any attacker with a land unit there may take control."""
    attackers = [frame.attacker, *frame.joined]
    return [nation for nation in attackers if nation not in frame.get("wiped_out", ())] or attackers


@steps.step("twg.attack.conquered")
def conquered(world: World, frame: Frame) -> Directive:
    """The territory changes hands: the conqueror has it, or whoever it is liberated for, and the beaten are gone."""
    besides = frame.get("besides", {}).get("target", ())  # on a board that splits or merges the territory
    return do(changes_hands(world, frame.target, frame.taker, besides), then="twg.attack.remembered")


def changes_hands(world: World, place: str, taker: str, besides: Iterable[str] = ()) -> list[Change]:
    """The one door through which a territory comes into other hands by force."""
    beaten = [rule for spot in (place, *besides) for rule in follows((BEATEN,), HANDS, taker=taker, here=spot)]
    gone = enacted(beaten, world)
    home = home_of().get(place)
    if geography().places[place].neutral and home and place in home.lands:
        if freed := home.liberators.get(taker):
            if changes := carry_out([home.bind(freed.rule())], world)[1]:
                return [*changes, *gone]
    nation, liberation = owner_after(world, taker, place)
    return [*taken(world, place, besides, nation, liberation), *gone]


@bespoke("DG-AFF-6")
def taken(world: World, place: str, besides: Iterable[str], nation: str, liberation: Liberation | None) -> list[Change]:
    """A conquered territory comes under the conqueror's Total Control, and its army is gone."""
    label, cite = "a conquered territory comes under the conqueror's Total Control", "DG-AFF-6"
    if liberation is not None:
        label = liberation.label if liberation.keeps else f"it is liberated for {TITLES[nation]}"
        cite = liberation.cite
    if geography().places[place].neutral:
        stance = Stance("total", (nation,)).sets(place, control="conquest")
        army = tuple(sets(f"army.{place}.{kind}", 0) for kind in MARCHES)
        return carry_out([Rule(label, cite, sets=(*stance, *army))], world)[1]
    holder = Rule(label, cite, sets=(sets(f"holder.{place}", nation),))
    if place in vichy.TERRITORIES:
        holder = vichy_conflicts.won_back(place, nation, label, cite)
    after, changes = carry_out([holder], world)
    too = Rule(label, cite, sets=tuple(sets(f"holder.{part}", nation) for part in besides), again=True)
    changes += carry_out([too], after)[1]
    chinese = chinese_tally(world, dict.fromkeys((place, *besides), nation))
    return [*changes, *recounted(world, changes), *chinese]


@steps.step("twg.attack.remembered")
def remembered(world: World, frame: Frame) -> Directive:
    return remember_the_first(world, attacker=frame.attacker, then="twg.attack.over")


@steps.step("twg.attack.over")
def fought(world: World, frame: Frame) -> Directive:
    """After a raid nobody stands anywhere else; after an attack, who stands where is worked out last."""
    return done() if frame.get("deed") == RAID.name else go("twg.attack.units")


EVENTS = {
    "raid": Event(
        "twg.raid",
        "A strategic bombing raid on a territory.",
        {"attacker": "the nation", "target": "the territory", "joined": "nations that bomb with it"},
        RAID.rule,
    ),
}


# -- battles that charts order
def commander(battle: Battle, neutral: Neutral, world: World) -> str | None:
    if isinstance(battle.commander, str):
        return battle.commander
    return next((n for n, when in battle.commander.items() if holds(neutral.bind(when), world)), None)


def pending(world: World, only: Iterable[str] | None = None) -> list[tuple[str, str, int]]:
    """(commander, country, number) of the battles that are ordered or may be ordered now, in the order of play."""
    names, order = set(only or ()), order_of_play(world)
    found = []
    for neutral in neutrals():
        if names and neutral.slug not in names:
            continue
        for i, battle in enumerate(neutral.battles):
            who = commander(battle, neutral, world)
            if battle.order is not None:
                due = neutral.bind(battle.order).allows(world)
            else:
                due = world.get(f"ordered.{battle.name}") is True
            if due and holds(neutral.bind(battle.due), world) and who:
                found.append((order.index(who), who, neutral.slug, i))
    return [(who, slug, i) for _, who, slug, i in sorted(found)]


@steps.step("twg.battles")
def battles(world: World, frame: Frame) -> Directive:
    """Each battle once, in the turn of the nation that commands it; in the turn of some nations, only theirs."""
    fought, whose = frame.get("fought", []), frame.get("of") or ALL
    for who, country, number in pending(world, frame.get("only")):
        if [country, number] in fought or who not in whose:
            continue
        battle = neutral_by_slug()[country].battles[number]
        keep: dict[str, Any] = {
            "country": country,
            "number": number,
            "fought": [*fought, [country, number]],
            "who": who,
        }
        if battle.order is None:
            return go("twg.battles.dice", **keep)
        question = confirm(who, f"{battle.label}: order it this turn?", cite=battle.order.cite, subject=country)
        return ask(question, then="twg.battles.ordered", into="wanted", **keep)
    return done(carry_out(fallen_away(world, frame.get("only")), world)[1])


def fallen_away(world: World, only: Iterable[str] | None = None) -> list[Rule]:
    """An ordered battle for which there is no cause any more is forgotten."""
    return [
        Rule(f"{battle.label}: there is no battle", _cite(battle), sets=(sets(f"ordered.{battle.name}", False),))
        for neutral in neutrals()
        for battle in neutral.battles
        if (not only or neutral.slug in set(only)) and world.get(f"ordered.{battle.name}")
        if not holds(neutral.bind(battle.due), world)
    ]


@steps.step("twg.battles.ordered")
def ordered(world: World, frame: Frame) -> Directive:
    if frame.wanted:
        return go("twg.battles.dice")
    return go("twg.battles")


@steps.step("twg.battles.dice")
def dice(world: World, frame: Frame) -> Directive:
    """The attack dice are rolled at the table; what they bring about at once happens now."""
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    _, changes = carry_out([neutral.bind(as_rule(r)) for r in battle.at_dice], world)
    return do(changes, then="twg.battles.report")


@steps.step("twg.battles.report")
def report(world: World, frame: Frame) -> Directive:
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    allowed = [permit.label for permit in neutral.bind(battle.allowed) if permit.allows(world)]
    told = filter(None, (duty.told(world) for duty in neutral.bind(battle.duties)))
    says = [f"{battle.label}, in the turn of {TITLES[frame.who]}", *map(sentence, (*allowed, *told))]
    prompt = ". ".join([*says, "How did it end?"])
    question = choose(TABLE, prompt, list(battle.outcomes), cite=_cite(battle), subject=frame.country)
    return ask(question, then="twg.battles.over", into="ended")


def _cite(battle: Battle) -> str:
    return next(rule.cite for rules in battle.outcomes.values() for rule in rules)


@steps.step("twg.battles.over")
def over(world: World, frame: Frame) -> Directive:
    """What the outcome brings; then whoever is left tells what was lost."""
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    rules: list[Rule] = [neutral.bind(as_rule(r)) for r in brought_by(battle.outcomes, frame.ended, world)]
    if battle.order is None:
        cite = rules[0].cite if rules else _cite(battle)
        rules.append(Rule("the battle has been fought", cite, sets=(sets(f"ordered.{battle.name}", False),)))
    _, changes = carry_out(rules, world)
    then = "twg.battles" if frame.ended in battle.unfought else "twg.battles.losses"
    return do(changes, then=then, asked=[])


def _standing(world: World, side: tuple[Force, ...]) -> list[tuple[Force, str, int]]:
    """The units of a side that are there, kind by kind."""
    there = [force for force in side if holds(force.when, world)]
    return [(force, fact, n) for force in there for fact in force.units if (n := world.get(fact) or 0)]


@steps.step("twg.battles.losses")
def losses(world: World, frame: Frame) -> Directive:
    """Who was not wiped out says what it has lost, kind by kind; of a side that has held, somebody is left."""
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    for side in (battle.attackers, battle.defenders):
        standing = _standing(world, neutral.bind(side))
        for force, fact, there in standing:
            if fact in frame.asked:
                continue
            last = len(standing) == 1 and frame.ended not in battle.to_the_last
            most = there - 1 if last else there
            kind = fact.rsplit(".", 1)[1]
            prompt = f"How many {kind} of {force.says} were lost in the battle?"
            question = ask_amount(TABLE, prompt, range(most + 1), cite=_cite(battle), subject=frame.country)
            return ask(question, then="twg.battles.lost", into="lost", fact=fact, asked=[*frame.asked, fact])
    return go("twg.battles.moves-in")


@steps.step("twg.battles.lost")
def lost(world: World, frame: Frame) -> Directive:
    left = fact_number(frame.fact) - frame.lost
    dead = Rule("who fell is off the board", BOARD, sets=(sets(frame.fact, left),))
    return do(carry_out([dead], world)[1], then="twg.battles.losses")


@steps.step("twg.battles.moves-in")
def moves_in(world: World, frame: Frame) -> Directive:
    """A country's own army may win another's land: at least one of its units stands there."""
    battle = neutral_by_slug()[frame.country].battles[frame.number]
    home, land = battle.moves_in.get(frame.ended, ("", ""))
    there = world.get(f"army.{home}.infantry") if home else 0
    if not there:
        return go("twg.battles")
    prompt = f"How many infantry of {place_name(home)} stand in {place_name(land)} now?"
    question = ask_amount(TABLE, prompt, range(1, there + 1), cite=_cite(battle), subject=frame.country)
    return ask(question, then="twg.battles.moved-in", into="moved", home=home, land=land)


@steps.step("twg.battles.moved-in")
def moved_in(world: World, frame: Frame) -> Directive:
    stays = fact_number(f"army.{frame.home}.infantry") - frame.moved
    moved = (sets(f"army.{frame.home}.infantry", stays), sets(f"army.{frame.land}.infantry", frame.moved))
    rule = Rule(f"{place_name(frame.home)} stands in {place_name(frame.land)}", BOARD, sets=moved)
    return do(carry_out([rule], world)[1], then="twg.battles")


RULES = (
    (reacts, dice_are_rolled, taken, takers, attacked_with, takes_part(HERE), colonies_of, halves_of),
    (DECIDES, SURVIVORS, RETREAT, STAND, LOSSES, LAST_WORD, decide_for_sworn, got_away),
)
