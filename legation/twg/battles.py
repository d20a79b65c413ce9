"""Attacks on neutrals and their consequences: reactions, empires, conquest, and the battles that charts order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from legation.core.errors import NotFound, Refused
from legation.core.expr import YES, holds
from legation.core.facts import World
from legation.core.machine import Directive, Frame, ask, do, done, go
from legation.core.requests import TABLE, choose, confirm
from legation.core.rules import Limit, Note, Permit, Rule, carry_out, sets
from legation.twg import vichy, vichy_conflicts
from legation.twg.aggression import check_peace, chinese_tally, on_land, remember_the_first, stamped
from legation.twg.chart import ONE_CLASS, Battle, Becomes, Neutral, Stance, as_rule
from legation.twg.details import nation_in, place_in
from legation.twg.facts import ARMY
from legation.twg.funds import recounted
from legation.twg.geography import geography
from legation.twg.neutrals import home_of, neutral_by_slug, neutrals
from legation.twg.powers import (
    ALL,
    AXIS,
    CHINA,
    ORDER,
    PLAYERS,
    SIDES,
    TITLES,
    WESTERN,
    enemies,
    sentence,
    side_of,
    title,
)
from legation.twg.steps import steps
from legation.twg.unrest import CONDITIONS
from legation.twg.vocabulary import place_name, under
from legation.twg.war import Right, check_attack, is_players_land, owner_after

__all__ = ["RULES", "check_right", "pending"]

# -- the reaction
REACTION = Note("an attacked neutral takes the class of the box for the attacker's side", cite="DG-ATK-1")
AT_THE_DICE = Note(
    "it does so when the attack dice are rolled; an attack called off before that changes nothing", cite="DG-ATK-2"
)
CONQUEST = Note("a conquered territory comes under the conqueror's Total Control", cite="DG-AFF-6")
ONE_OF_THEM = Note("after a joint attack any attacker with a land unit there may take control", cite="DG-AFF-7")
NOT_CONQUERED = Note("the box decides for a country that was attacked and not conquered", cite="DG-ATK-11")
LATEST = Note("after attacks by both sides the latest one counts", cite="DG-ATK-9")
EMPIRE = Note("an attack on one member of an empire is an attack on all", cite="DG-COL-1")
WHETHER_OR_NOT = Note(
    "the whole empire reacts, each member by its own chart, whether or not the attack succeeds", cite="DG-COL-2"
)
EMPIRES = Note(
    "Belgium/Holland, Denmark, Ecuador, Greece, Portugal, Spain and Yemen have colonies",
    cite="DG-COL-3",
    value=("belgium-holland", "denmark", "ecuador", "greece", "portugal", "spain", "yemen"),
)
PAIRS = Note(
    "Poland and Brazil are each one nation in two territories that react together",
    cite="DG-COL-4",
    value=tuple(geography().nations),
)
FOLLOWS = Note("a colony has the alliances of its home country, unless a chart says otherwise", cite="DG-COL-6")

# -- the defence
DECIDES = Note("the nation that gains Total Control decides for the defence", cite="DG-ATK-3")
SURVIVORS = Note("if the country holds, it and what is left of its army are that nation's", cite="DG-ATK-4")
RETREAT = Permit(
    "the defenders may retreat to land that this nation holds or that is Sworn or Friendly to it", cite="DG-ATK-5"
)
STAND = Limit("the defenders never retreat and destroy no factory", cite="DG-ATK-6")
LOSSES = Note("they lose the unit with the lowest defence first", cite="DG-ATK-7")
LAST_WORD = Note("in a dispute the attacker's opponents choose the loss", cite="DG-ATK-8")
BOX_DECIDES = Note(
    "the player in the attack box decides for a Sworn country; failing that, the attacker's opponents do",
    cite="DG-AFF-13",
)
KEPT = Note("units that got away keep that allegiance, whatever becomes of their country", cite="DG-ATK-10")

RULES = (
    (REACTION, AT_THE_DICE, CONQUEST, ONE_OF_THEM, NOT_CONQUERED, LATEST),
    (EMPIRE, WHETHER_OR_NOT, EMPIRES, PAIRS, FOLLOWS),
    (DECIDES, SURVIVORS, RETREAT, STAND, LOSSES, LAST_WORD, BOX_DECIDES, KEPT),
)
ENDS = {"repelled": "{0} held", "conquered": "{0} was conquered"}
GOT_AWAY = "-with-retreat"
CALLED_OFF = "called-off"
FRIENDS = (*WESTERN, CHINA)  # open to one another where they hold land or an oath: DG-WAR-15
LEAVES = ("destroyer", "minor-factory")  # of an army, what conquest of the land does not destroy


@steps.step("twg.attack")
def attack(world: World, frame: Frame) -> Directive:
    """An attack is reported at the moment its dice are rolled."""
    nation_in(frame, "attacker")
    target = place_in(frame, "target")
    PLAYERS.used(world)
    if frame.get("outcome") == CALLED_OFF:
        world.note(AT_THE_DICE.cite, False)
        return done()
    joined = frame.get("joined") or []
    led: Right | Permit | None = None
    for nation in (frame.attacker, *joined):
        if nation not in ALL or side_of(nation) != side_of(frame.attacker):
            raise NotFound("nation on the attacker's side", nation, SIDES[side_of(frame.attacker)])
        if not isinstance(led, Permit):  # who joins an attack that the chart allows needs no right of its own
            check_peace(world, nation, target)
            led = check_right(world, nation, target)
    return remember_the_first(world, then="twg.attack.reaction", joined=joined)


@steps.step("twg.attack.reaction")
def reaction(world: World, frame: Frame) -> Directive:
    """What the attack means for war and peace, and what the country and its empire make of it."""
    target, attackers = frame.target, (frame.attacker, *frame.joined)
    remembered = [rule for nation in attackers for rule in _remember(world, nation, target)]
    reacting = _reactions(world, frame.attacker, target)
    reactions = [rule for rule, _ in reacting]
    turned, told = vichy_conflicts.attacked(world, attackers, target)
    acts_of_war = on_land(world, attackers, target)
    stamps = stamped(world, _controlled(reacting), frame.attacker)
    battle: dict[str, Any] = {"reacted": bool(reactions)}
    if world.lasting:  # many worlds fight their battles without words
        battle["reminders"] = [*told, *reminders_in_battle(world, attackers, target)]
        if reactions and is_sworn(world, target):
            battle["deciders"] = list(deciders(world, frame.attacker, target))
    _, changes = carry_out([*remembered, *acts_of_war, *turned, *reactions], world)
    return do([*changes, *stamps], then="twg.attack.ship", **battle)  # the neutral navy comes first


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


def reminders_in_battle(world: World, attackers: Iterable[str], target: str) -> list[str]:
    """What the chart has to say about a battle there, as sentences."""
    home = home_of().get(target)
    found = []
    for reminder in home.in_battle if home and target in home.lands else ():
        forms = [home.bind(reminder, nation) for nation in attackers]  # type: ignore[union-attr]
        mine = next((form for form in forms if holds(form.when, world)), None)
        world.note(reminder.cite, mine is not None)
        if mine:
            found.append(f"{sentence(mine.label)}.")
    return found


def check_right(world: World, attacker: str, target: str) -> Right | Permit | None:
    """The rule that lets a nation attack, its own or the chart's; a refusal if it may not."""
    return _chart_permits(world, attacker, target) or check_attack(world, attacker, target)


def _chart_permits(world: World, attacker: str, target: str) -> Permit | None:
    """A chart may forbid an attack to a nation, or allow one that the general rules forbid."""
    permitted: Permit | None = None
    home = home_of().get(target)
    for rule in home.attackable if home and target in home.lands else ():
        mine = home.bind(rule, attacker)  # type: ignore[union-attr]
        if isinstance(mine, Permit):
            permitted = mine if mine.allows(world) else permitted
        elif mine.forbids(world):
            raise Refused(mine.label, rule=mine.cite)
    return permitted


def reacts_with(world: World, place: str) -> Neutral | None:
    """The chart that a territory follows when attacked: its home country's, or that of its present owner."""
    for neutral in neutrals():
        if place in neutral.absorbs and holds(neutral.absorbs[place], world):
            return neutral
    return home_of().get(place)


def empire_of(world: World, home: Neutral) -> list[str]:
    """The territories that react together."""
    return [place for place in (*home.members, *home.absorbs) if reacts_with(world, place) is home]


def _remember(world: World, attacker: str, target: str) -> list[Rule]:
    """Charts ask whether a nation has attacked another's land: its original land, or what it holds fully."""
    place = geography().places[target]
    if place.neutral:
        owners = [n for n in ALL if holds(under(target, n), world)]
    else:
        owners = [world.get(f"holder.{target}") or ""]
    heeded = [n.bind(rule, attacker) for n in neutrals() for rule in n.heeds.get(target, ())]
    return heeded + [
        Rule("the attack is remembered", CONDITIONS.cite, sets=(sets(f"attacked.{attacker}.{n}", True),))
        for n in owners
        if n in ALL and n != attacker
    ]


Reaction = tuple[Rule, tuple[str, Stance] | None]  # and what it makes of which territory


def _controlled(reacting: Iterable[Reaction]) -> dict[str, str]:
    """The neutral land that comes under Total Control by reacting, with the nation that gets it."""
    made = (made for _, made in reacting if made is not None)
    return {place: to.nations[0] for place, to in made if to.cls == "total" and place in geography().neutrals}


def _reactions(world: World, attacker: str, target: str) -> list[Reaction]:
    home = reacts_with(world, target)
    if home is None or holds(is_players_land(target), world):
        for rule in (REACTION, LATEST, EMPIRE, WHETHER_OR_NOT):
            world.note(rule.cite, False)
        return []
    REACTION.used(world)
    AT_THE_DICE.used(world)
    ONE_CLASS.used(world)
    members = empire_of(world, home)
    for rule in (EMPIRE, WHETHER_OR_NOT):
        world.note(rule.cite, len(members) > 1)
    world.note(EMPIRES.cite, home.slug in EMPIRES.value)
    world.note(PAIRS.cite, home.slug in PAIRS.value)
    side = side_of(attacker)
    world.weighed(lambda w: w.note(LATEST.cite, w.get(f"last-attack.{home.slug}") not in ("none", side)))
    remember = Rule("the attack is remembered", CONDITIONS.cite, sets=(sets(f"last-attack.{home.slug}", side),))
    for note in (*home.empire, *((home.no_colonies,) if home.no_colonies else ())):
        note.used(world)
    return [(remember, None), *(found for member in members for found in _reaction(world, home, member, attacker))]


def _reaction(world: World, home: Neutral, member: str, attacker: str) -> list[Reaction]:
    """The box of one member: the first line that fits; land that is a nation's own is left out."""
    if holds(is_players_land(member), world):
        return []
    side = side_of(attacker)
    boxes = home.boxes(member)
    for box in boxes.against("allies" if side == "axis" else "axis"):
        world.note(box.cite, False)
    for box in boxes.against(side):
        rule: Rule = home.bind(box.rule(member, control="reaction"))
        if holds(rule.when, world):
            # what another member's reaction changes does not matter any more
            return [(replace(rule, when=YES), (member, box.to))]
        world.note(box.cite, False)
    return []


@steps.step("twg.attack.outcome")
def outcome(world: World, frame: Frame) -> Directive:
    """Conquered or not: the table says, unless the report said so already."""
    if frame.get("outcome") is None:
        name = place_name(frame.target)
        labels = {end: says.format(name) for end, says in ENDS.items()}
        if defender(world, frame) and any(world.get(f"army.{frame.target}.{kind}") for kind in ARMY):
            labels |= {end + GOT_AWAY: f"{label}, and units of its army got away" for end, label in labels.items()}
        told = [*how_to_defend(world, frame), *frame.get("reminders", [])]
        prompt = " ".join([*told, f"How did the attack on {name} end?"])
        question = choose(TABLE, prompt, labels, cite=NOT_CONQUERED.cite, subject=frame.target)
        return ask(question, then="twg.attack.outcome", into="outcome", told=True)
    end = str(frame.outcome).removesuffix(GOT_AWAY)
    if end not in ENDS:
        allowed = [*ENDS, *(end + GOT_AWAY for end in ENDS), CALLED_OFF]
        raise NOT_CONQUERED.refuse(world, f"an attack does not end {frame.outcome!r}", allowed)
    if not frame.get("told"):
        how_to_defend(world, frame)
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
    nation = defender(world, frame)
    world.note(RETREAT.cite, bool(nation))
    world.note(STAND.cite, not nation)
    told = (DECIDES,) if nation else (LOSSES, LAST_WORD)
    for note in told:
        note.used(world)
    rules = (*told, RETREAT) if nation else (STAND, *told)
    who = f"{place_name(frame.target)} fights under {TITLES[nation]}: " if nation else ""
    if not nation and frame.get("deciders"):
        BOX_DECIDES.used(world)
        who = f"{place_name(frame.target)} was Sworn, and {title(*frame.deciders)} decides for it: "
    return [who + "; ".join(rule.label for rule in rules) + "."]


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


def _retreat(world: World, frame: Frame, end: str) -> Directive:
    """Units get away, if they may; where to is asked for unless the report says so."""
    nation, name = defender(world, frame), place_name(frame.target)
    if not nation:
        raise Refused(f"the army of {name} may not retreat: {STAND.label}", rule=STAND.cite, allowed=list(ENDS))
    legal = havens(world, nation, frame.target)
    where = frame.get("retreat")
    if where is None:
        prompt = f"Where do the units of {name} retreat to? {sentence(KEPT.label)}."
        labels = {key: place_name(key) for key in legal}
        question = choose(nation, prompt, labels, cite=RETREAT.cite, subject=frame.target)
        return ask(question, then="twg.attack.outcome", into="retreat")
    if where not in legal:
        message = f"the units of {name} cannot retreat to {where}: {RETREAT.label}"
        raise Refused(message, rule=RETREAT.cite, allowed=legal)
    KEPT.used(world)
    return go("twg.attack.ended", end=end)


@steps.step("twg.attack.ended")
def ended(world: World, frame: Frame) -> Directive:
    """The country held, and the box has decided; or somebody has conquered it."""
    if frame.end == "repelled":
        if frame.get("reacted"):
            NOT_CONQUERED.used(world)
        world.weighed(lambda w: SURVIVORS.used(w) if defender(w, frame) else None)
        changes = carry_out(vichy_conflicts.held_off(world, frame.target), world)[1]
        return do([*changes, *recounted(world, changes)], then="twg.attack.remembered")
    world.note(NOT_CONQUERED.cite, False)
    takers = [frame.attacker, *frame.joined]
    if len(takers) > 1:
        ONE_OF_THEM.used(world)
        labels = {n: TITLES[n] for n in takers}
        question = choose(TABLE, "Which attacker with a land unit there takes control?", labels, cite=ONE_OF_THEM.cite)
        return ask(question, then="twg.attack.conquered", into="taker")
    return go("twg.attack.conquered", taker=frame.attacker)


@steps.step("twg.attack.conquered")
def conquered(world: World, frame: Frame) -> Directive:
    nation, liberated = owner_after(world, frame.taker, frame.target)
    label, cite = (f"it is liberated for {TITLES[nation]}", liberated) if liberated else (CONQUEST.label, CONQUEST.cite)
    if not geography().places[frame.target].neutral:
        holder = Rule(label, cite, sets=(sets(f"holder.{frame.target}", nation),))
        if frame.target in vichy.TERRITORIES:
            holder = vichy_conflicts.won_back(frame.target, nation, label, cite)
        besides = frame.get("besides", {}).get("target", ())  # on a board that splits or merges the territory
        chinese = chinese_tally(world, dict.fromkeys((frame.target, *besides), nation))
        after, changes = carry_out([holder], world)
        too = Rule(label, cite, sets=tuple(sets(f"holder.{place}", nation) for place in besides), again=True)
        changes += carry_out([too], after)[1]
        return do([*changes, *recounted(world, changes), *chinese], then="twg.attack.remembered")
    home = home_of().get(frame.target)
    if home and frame.target in home.lands and frame.taker in home.liberators:
        freed: Rule = home.bind(home.liberators[frame.taker].rule())
        if changes := carry_out([freed], world)[1]:
            return do(changes, then="twg.attack.remembered")
    ONE_CLASS.used(world)
    stance = Stance("total", (nation,)).sets(frame.target, control="conquest")
    army = tuple(sets(f"army.{frame.target}.{kind}", 0) for kind in ARMY if kind not in LEAVES)
    return do(carry_out([Rule(label, cite, sets=(*stance, *army))], world)[1], then="twg.attack.remembered")


@steps.step("twg.attack.remembered")
def remembered(world: World, frame: Frame) -> Directive:
    return remember_the_first(world, then="twg.attack.over")


@steps.step("twg.attack.over")
def fought(world: World, frame: Frame) -> Directive:
    return done()


# -- battles that charts order
def commander(battle: Battle, neutral: Neutral, world: World) -> str | None:
    if isinstance(battle.commander, str):
        return battle.commander
    return next((n for n, when in battle.commander.items() if holds(neutral.bind(when), world)), None)


def pending(world: World, only: Iterable[str] | None = None) -> list[tuple[str, str, int]]:
    """(commander, country, number) of the battles that are ordered or may be ordered now, in the order of play."""
    names = set(only or ())
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
                found.append((ORDER.index(who), who, neutral.slug, i))
    return [(who, slug, i) for _, who, slug, i in sorted(found)]


@steps.step("twg.battles")
def battles(world: World, frame: Frame) -> Directive:
    """Each battle once, in the turn of the nation that commands it."""
    fought = frame.get("fought", [])
    for who, country, number in pending(world, frame.get("only")):
        if [country, number] in fought:
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
    for permit in neutral_by_slug()[frame.country].battles[frame.number].allowed:
        world.note(permit.cite, False)
    return go("twg.battles")


@steps.step("twg.battles.dice")
def dice(world: World, frame: Frame) -> Directive:
    """The attack dice are rolled at the table; what they bring about at once happens now."""
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    for permit in battle.allowed:
        neutral.bind(permit).allows(world)
    for note in battle.notes:
        world.note(note.cite, True)
    _, changes = carry_out([neutral.bind(as_rule(r)) for r in battle.at_dice], world)
    return do(changes, then="twg.battles.report")


@steps.step("twg.battles.report")
def report(world: World, frame: Frame) -> Directive:
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    reminders = [neutral.bind(rule.label) for rule in (*battle.allowed, *battle.notes)]
    says = [f"{battle.label}, in the turn of {TITLES[frame.who]}", *map(sentence, reminders)]
    prompt = ". ".join([*says, "How did it end?"])
    question = choose(TABLE, prompt, list(battle.outcomes), cite=_cite(battle), subject=frame.country)
    return ask(question, then="twg.battles.over", into="ended")


def _cite(battle: Battle) -> str:
    return next(rule.cite for rules in battle.outcomes.values() for rule in rules)


@steps.step("twg.battles.over")
def over(world: World, frame: Frame) -> Directive:
    neutral = neutral_by_slug()[frame.country]
    battle = neutral.battles[frame.number]
    rules: list[Rule] = [neutral.bind(as_rule(r)) for r in battle.outcomes[frame.ended]]
    for outcome, others in battle.outcomes.items():
        for rule in others if outcome != frame.ended else ():
            world.note(rule.cite, False)
    if battle.order is None:
        cite = rules[0].cite if rules else _cite(battle)
        rules.append(Rule("the battle has been fought", cite, sets=(sets(f"ordered.{battle.name}", False),)))
    _, changes = carry_out(rules, world)
    return do(changes, then="twg.battles")
