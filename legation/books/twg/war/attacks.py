"""Attacks and bombing raids, from the report to the end: dice, reactions, the defence, conquest and who stands where.

An attack is one frame throughout; what the report does not say is asked for when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, cast

from legation.books.twg.charts import home_of
from legation.books.twg.consequences import attacked, beaten_off, changes_hands, over
from legation.books.twg.deeds import ATTACK, BOARD, RAID
from legation.books.twg.deeds import ENDED as ENDED_SO
from legation.books.twg.event_details import place_in, spots_of
from legation.books.twg.map.geography import geography
from legation.books.twg.money.lend_lease import RETURNS, soviet_rest
from legation.books.twg.powers import ALL, AXIS, CHINA, TITLES, WESTERN, sentence, title
from legation.books.twg.spoken_names import (
    ARMY_UNITS,
    BATTLEFIELD,
    BY_NATION,
    ENDED,
    LEFT,
    NATION,
    NATIONS,
    PLACE,
    SHIP,
)
from legation.books.twg.steps import steps
from legation.books.twg.vocabulary import HERE, place_name, totally_controlled
from legation.books.twg.war import vichy_conflicts
from legation.books.twg.war.aggression import attackers_of, check_peace, remember_the_first, told_of
from legation.books.twg.war.forces import check_forces, comes_by_air, flown_only, strongest, wiped_out
from legation.books.twg.war.reactions import decide_for_sworn, reactions
from legation.books.twg.war.rights_of_war import AttackRight, check_attack
from legation.books.twg.war.units import MARCHES, arriving, check_army, check_units, getting_away
from legation.core.book import Event
from legation.core.deeds import Deed, enacted, filled
from legation.core.errors import Refused
from legation.core.expr import bound, holds, named
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, do, done, go
from legation.core.requests import TABLE, choose
from legation.core.requests import amount as ask_amount
from legation.core.rules import Duty, Limit, Permit, bespoke
from legation.core.wording import Wording

__all__ = ["DECIDES", "EVENTS", "LAST_WORD", "RULES", "check_lawful", "defender"]

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

ONE_OF_THEM, OUTCOME, KEPT = "DG-AFF-7", "DG-ATK-11", "DG-ATK-10"
KEEP_IT = "Units that got away keep that allegiance, whatever becomes of their country."
CONQUERED = "conquered"
ENDS = {"repelled": "{0} held", CONQUERED: "{0} was conquered"}
GOT_AWAY = "-with-retreat"
GONE = ", and units of its army got away"
CALLED_OFF = "called-off"
DISPUTED = "disputed"  # the attackers do not agree who takes control
FRIENDS = (*WESTERN, CHINA)  # open to one another where they hold land or an oath: DG-WAR-15


DICE_ARE_ROLLED = named(
    "the attack dice are [rolled, and bring the reaction|not rolled, and nothing changes]",
    ~filled(ENDED_SO, CALLED_OFF, says="the attack is[ not] called off before"),
    cite="DG-ATK-2",
)


@steps.step("twg.attack")
def attack(world: World, frame: Frame) -> Directive:
    """An attack is reported at the moment its dice are rolled."""
    attackers_of(frame)
    place_in(frame, "target")
    if not holds(bound(DICE_ARE_ROLLED, ended=frame.get("outcome") or "open"), world):
        return done()
    check_survivors(world, frame)
    return _begun(world, frame, ATTACK)


def check_survivors(world: World, frame: Frame) -> None:
    """Who was beaten and got away stands where its nation, or a friend, lets it; and there were no fewer before."""
    for nation, left in (frame.get("survivors") or {}).items():
        legal, spots = havens(world, nation, frame.target), spots_of(frame, "target")
        parts = [part for part in left.get("besides", ()) if part not in spots]  # another one of the same territory
        if left["to"] and left["to"] not in legal and not any(world.get(f"holder.{part}") == nation for part in parts):
            message = f"units of {TITLES[nation]} do not get away to {place_name(left['to'])}: no friend holds it"
            raise Refused(message, rule=BOARD, allowed=legal)
        check_units(world, spots, nation, left["units"])


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
    led: AttackRight | Permit | None = None
    for nation in (frame.attacker, *joined):
        if not isinstance(led, Permit):
            led = check_lawful(world, nation, frame.target)
    return remember_the_first(world, attacker=frame.attacker, then="twg.attack.reaction", joined=joined, deed=deed.name)


@steps.step("twg.attack.reaction")
def reaction(world: World, frame: Frame) -> Directive:
    """What the attack means for war and peace, and what the country and its empire make of it."""
    target, attackers = frame.target, (frame.attacker, *frame.joined)
    deed = DEEDS[frame.get("deed", ATTACK.name)]
    reacting = reactions(world, frame.attacker, target)
    force = "air" if deed is RAID or comes_by_air(world, frame) else "land"
    changes = enacted([*attacked(world, deed, attackers, target, force), *reacting], world)
    then = "twg.attack.ship" if deed is RAID else "twg.attack.sound"
    if any(change.rule == RETURNS.cite for change in changes):
        then = "twg.attack.paid"
    battle: dict[str, Any] = {"reacted": bool(reacting)}
    if deed is RAID:
        return do(changes, then=then, **battle)
    if world.lasting:  # many worlds fight their battles without words
        told = vichy_conflicts.told_of(world, attackers, target)
        words = told_of(world, attackers, target)
        battle["reminders"] = [*told, *words, *reminders_in_battle(world, attackers, target)]
        if reacting and (sworn := decide_for_sworn(world, frame.attacker, target)):
            battle["deciders"] = list(sworn)
    return do(changes, then=then, **battle)


@steps.step("twg.attack.paid")
def paid(world: World, frame: Frame) -> Directive:
    """What the USSR owes by its attack it pays at once, as far as its money goes."""
    then = "twg.attack.ship" if frame.get("deed") == RAID.name else "twg.attack.sound"
    return do(enacted(soviet_rest(world), world), then=then)


def reminders_in_battle(world: World, attackers: Iterable[str], target: str) -> list[str]:
    """What the chart has to say about a battle there, as sentences."""
    home = home_of().get(target)
    found = []
    for duty in home.in_battle if home and target in home.lands else ():
        told = (home.bind(duty, nation).told(world) for nation in attackers)  # type: ignore[union-attr]
        if words := next(filter(None, told), ""):
            found.append(f"{sentence(words)}.")
    return found


def check_lawful(world: World, attacker: str, target: str) -> AttackRight | Permit | None:
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


def at(place: str, found: T) -> T:
    """A declaration with this territory filled in."""
    return cast(T, bound(found, here=place, Here=place_name(place)))


@steps.step("twg.attack.outcome")
def outcome(world: World, frame: Frame) -> Directive:
    """Conquered or not: the table says, unless the report said so already."""
    if frame.get("outcome") is None:
        name = place_name(frame.target)
        held = flown_only(world, frame)
        labels = {end: says.format(name) for end, says in ENDS.items() if end != CONQUERED or not held}
        if _may_get_away(world, frame):
            labels |= {end + GOT_AWAY: f"{label}{GONE}" for end, label in labels.items()}
        told = [*how_to_defend(world, frame), *frame.get("reminders", [])]
        prompt = " ".join([*told, f"How did the attack on {name} end?"])
        question = choose(TABLE, prompt, labels, cite=OUTCOME, subject=frame.target, did="tells how it ended: {}")
        return ask(question, then="twg.attack.outcome", into="outcome", told=True)
    end = str(frame.outcome).removesuffix(GOT_AWAY)
    if end not in ENDS:
        allowed = [*ENDS, *(end + GOT_AWAY for end in ENDS), CALLED_OFF]
        name, words = place_name(frame.target), {**ENDS, CALLED_OFF: "it was called off"}
        said = [f"{words[one.removesuffix(GOT_AWAY)].format(name)}{GONE if GOT_AWAY in one else ''}" for one in allowed]
        raise Refused(f"an attack does not end “{frame.outcome}”", rule=OUTCOME, allowed=allowed, said=said)
    if end == CONQUERED and flown_only(world, frame):  # nothing else is left of the force: it ends as it must
        return go("twg.attack.outcome", outcome=None)
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


@steps.step("twg.attack.sound")
def sound(world: World, frame: Frame) -> Directive:
    """Units that were told of and are not there, and a retreat that cannot be, are refused before anything is asked."""
    check_forces(world, frame)
    if str(frame.get("outcome") or "").endswith(GOT_AWAY) or frame.get("retreat"):
        _check_retreat(world, frame)
    return go("twg.attack.toll")


def _check_retreat(world: World, frame: Frame) -> None:
    """Units get away if they may, to where they may, and no more than there are."""
    name = place_name(frame.target)
    stays = f"the army of {name} may not retreat: {STAND.label}"
    if not frame.get("reacted"):
        raise Refused(stays, rule=STAND.cite, allowed=list(ENDS), said=[says.format(name) for says in ENDS.values()])
    if not at(frame.target, RETREAT).allows(world):
        at(frame.target, STAND).refuse(world, stays, list(ENDS))
    legal = havens(world, defender(world, frame), frame.target)
    if frame.get("retreat") is not None and frame.retreat not in legal:
        message = f"the units of {name} cannot retreat to {frame.retreat}: {RETREAT.label}"
        raise Refused(message, rule=RETREAT.cite, allowed=legal)
    check_army(world, frame.target, frame.get("retreated") or {})


def _retreat(world: World, frame: Frame, end: str) -> Directive:
    """Where to is asked for unless the report says so, or if another report has closed that land meanwhile."""
    if not _may_get_away(world, frame):
        return go("twg.attack.ended", end=end)
    nation = defender(world, frame)
    legal = havens(world, nation, frame.target)
    if frame.get("retreat") in legal:
        return go("twg.attack.retreat", end=end)
    prompt = f"Where do the units of {place_name(frame.target)} retreat to? {KEEP_IT}"
    labels = {key: place_name(key) for key in legal}
    did = f"has the units of {place_name(frame.target)} retreat to {{}}"
    question = choose(nation, prompt, labels, cite=RETREAT.cite, subject=frame.target, did=did)
    return ask(question, then="twg.attack.outcome", into="retreat")


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
    nation, parts = defender(world, frame), frame.get("besides", {}).get("retreat", ())
    kept = getting_away(frame.target, nation, frame.retreat, away)
    return do(enacted([*kept, *arriving(parts, nation, away)], world), then="twg.attack.ended")


@steps.step("twg.attack.gone")
def one_kind_gone(world: World, frame: Frame) -> Directive:
    return go("twg.attack.retreat", away={**frame.get("away", {}), frame.kind: frame.number})


@steps.step("twg.attack.ended")
def ended(world: World, frame: Frame) -> Directive:
    """The country held, and the box has decided; or somebody has conquered it."""
    if frame.end == "repelled":
        return do(beaten_off(world, (frame.attacker, *frame.joined), frame.target), then="twg.attack.remembered")
    able = takers(world, frame)
    if len(able) > 1:
        labels = {n: TITLES[n] for n in able}
        if not frame.get("equal") and all(nation in (frame.get("committed") or {}) for nation in able):
            labels |= {DISPUTED: "They do not agree: whoever has the greatest land strength left there"}
        prompt, did = "Which attacker with a land unit there takes control?", "says who takes control: {}"
        question = choose(TABLE, prompt, labels, cite=ONE_OF_THEM, did=did)
        return ask(question, then="twg.attack.conquered", into="taker")
    return go("twg.attack.conquered", taker=next(iter(able), frame.attacker))


@bespoke(ONE_OF_THEM)
def takers(world: World, frame: Frame) -> list[str]:
    """After a joint attack any attacker with a land unit there may take control."""
    attackers, gone = [frame.attacker, *frame.joined], wiped_out(frame)
    return [nation for nation in attackers if nation not in gone] or attackers


@steps.step("twg.attack.conquered")
def conquered(world: World, frame: Frame) -> Directive:
    """The territory changes hands: the conqueror has it, or whoever it is liberated for, and the beaten are gone."""
    besides = frame.get("besides", {}).get("target", ())  # on a board that splits or merges the territory
    taker = frame.taker
    if taker == DISPUTED:
        taker, *equals = strongest(world, frame, takers(world, frame))
        if equals:
            return go("twg.attack.ended", equal=True)
    return do(changes_hands(world, frame.target, taker, besides), then="twg.attack.remembered", taker=taker)


@steps.step("twg.attack.remembered")
def remembered(world: World, frame: Frame) -> Directive:
    return remember_the_first(world, attacker=frame.attacker, then="twg.attack.over")


@steps.step("twg.attack.over")
def fought(world: World, frame: Frame) -> Directive:
    """After a raid nobody stands anywhere else; after an attack, who stands where is worked out last."""
    return over() if frame.get("deed") == RAID.name else go("twg.attack.units")


_VERBS = ("take", "conquer", "capture", "overrun", "liberate", "retake")
_TAKES = (
    *(f"{{attacker}} {verb}(s) {{target}}" for verb in _VERBS),
    *(f"{{attacker}} and {{joined}} {verb} {{target}}" for verb in _VERBS),
    "{target} falls to {attacker}",
    *(f"{{target}} is {verb} by {{attacker}}" for verb in ("taken", "conquered", "captured", "overrun", "liberated")),
)
EVENTS = {
    "attack": Event(
        "twg.attack.report",
        "A nation attacks a territory; report it when the attack dice are rolled.",
        {
            "attacker": "the nation",
            "target": "the territory",
            "joined": "nations that attack with it",
            "outcome": "repelled or conquered, or called-off before the dice; asked for if left out",
            "ship": "what became of a neutral ship: afloat, sunk or retreated; asked for with the outcome",
            "retreat": "where units of the defending army retreated to, if any did",
            "retreated": "which units those were, such as 1 fighter; asked for if left out",
            "committed": "the units that attack, such as 3 infantry, 1 armor; by nation if several attack",
            "losses": "the units that the attackers lost; by nation, also what a defending player lost",
            "survivors": "what is left of a beaten player, by nation: its units, and where to they retreated",
            "defenders": "the units that the army of a neutral lost",
            "from": "the territory they attacked from",
            "toll": "the units taken out of a force before the dice, where a chart says so; asked for if left out",
        },
        "DG-ATK-2",
        Wording(
            (
                "{attacker} attack(s) {target}",
                "{attacker} invade(s) {target}",
                "{attacker} and {joined} attack {target}",
                "{attacker} and {joined} invade {target}",
                "{target} is attacked by {attacker}",
                "{target} is invaded by {attacker}",
            ),
            {
                "attacker": NATION,
                "joined": NATIONS,
                "target": BATTLEFIELD,
                "from": PLACE,
                "retreat": PLACE,
                "committed": BY_NATION,
                "losses": BY_NATION,
                "toll": BY_NATION,
                "survivors": LEFT,
                "retreated": ARMY_UNITS,
                "defenders": ARMY_UNITS,
                "outcome": ENDED,
                "ship": SHIP,
            },
            adds=(
                ("together with {joined}", "with {joined}", "joined by {joined}"),
                ("with {committed}", "using {committed}"),
                "from {from}",
                ("and {outcome}", "who {outcome}", "which {outcome}"),
                (", paying a toll of {toll}", "after a toll of {toll}"),
                (", losing {losses}", "and lose(s) {losses}", "for the loss of {losses}", "at the cost of {losses}"),
                (
                    ", and the army there loses {defenders}",
                    ", and its army loses {defenders}",
                    "whose army loses {defenders}",
                ),
                ", and {ship}",
                ", while {retreated} of its army retreat to {retreat}",
                ", while units of its army retreat to {retreat}",
                ", while {retreated} of its army get away",
                (", leaving {survivors}", "who keep {survivors}"),
            ),
            implies={
                **{words: {"outcome": CONQUERED} for words in _TAKES},
                "{attacker} fail(s) to take {target}": {"outcome": "repelled"},
                "{attacker} attack(s) the destroyer of {target}": {"outcome": "repelled"},
                "{attacker} sink(s) the destroyer of {target}": {"outcome": "repelled", "ship": "sunk"},
                "{attacker} call(s) off its attack on {target}": {"outcome": CALLED_OFF},
            },
        ),
    ),
    "raid": Event(
        "twg.raid",
        "A strategic bombing raid on a territory.",
        {
            "attacker": "the nation",
            "target": "the territory",
            "joined": "nations that bomb with it",
            "ship": "what became of a neutral ship, if ships in its zone have fought it: afloat, sunk or retreated",
        },
        RAID.rule,
        Wording(
            (
                "{attacker} bomb(s) {target}",
                "{attacker} raid(s) {target}",
                "{attacker} and {joined} bomb {target}",
                "{attacker} and {joined} raid {target}",
                "bombers of {attacker} raid {target}",
                "{attacker} bombers raid {target}",
                "bombers of {attacker} attack {target}",
                "{attacker} bombers attack {target}",
                "{attacker} make(s) a bombing raid on {target}",
                "{attacker} launches a bombing raid on {target}",
                "{target} is bombed by {attacker}",
            ),
            {"attacker": NATION, "target": BATTLEFIELD, "joined": NATIONS, "ship": SHIP},
            adds=(("together with {joined}", "with {joined}", "joined by {joined}"), ", and {ship}"),
        ),
    ),
}


RULES = (
    (DICE_ARE_ROLLED, takers),
    (DECIDES, SURVIVORS, RETREAT, STAND, LOSSES, LAST_WORD),
)
