"""A diplomatic phase: targets are named, the dice are rolled, and all results are carried out together.

For each die the sum is shown, and a lesser result taken or not. In the published order all that bears on the dice is
told before the first of them (`announcements`); in the order of before, DPs, covert operations and subversion are told
die by die, as for a single roll.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from legation.books.awaw.diplomacy.beneficiary import (
    LESSER,
    TIE,
    WESTERN_FACES,
    award_for,
    choose_now,
    chooser,
    faction_for,
    lesser_results,
    senior_partner,
)
from legation.books.awaw.diplomacy.pledges import PLEDGE_QUESTION, PLEDGED, PLEDGES, given, may_pledge
from legation.books.awaw.diplomacy.results import (
    apply,
    booked,
    booked_for,
    decisions,
    favours,
    gives,
    key_of,
    on_top,
    stood,
    taken_down,
    total_of,
)
from legation.books.awaw.diplomacy.tables import BEFORE_RESULTS, REMARKS, TABLES, VOID
from legation.books.awaw.diplomacy.targets import closed, open_targets, open_to, used_up
from legation.books.awaw.here import at
from legation.books.awaw.order_of_play import FORMER, PHASE, phase_order, published
from legation.books.awaw.powers import (
    ALLIED,
    AXIS,
    CLASSIC,
    DP_POWERS,
    FACTIONS,
    GERMANY,
    ITALY,
    MEMBERS,
    NOBODY,
    RUSSIA,
    TARGETS,
    TITLES,
    WESTERN_ALLIES,
    side_of,
)
from legation.books.awaw.tensions.rgt import RGT, SUBVERSION
from legation.books.awaw.vocabulary import at_war, dp, edition, surrendered, tension, war_key
from legation.books.awaw.war.aggression import phase_rules
from legation.core.book import Option, Procedure
from legation.core.errors import NotFound, Refused
from legation.core.expr import choice, holds, listed
from legation.core.facts import Change, Count, World
from legation.core.machine import Directive, Frame, Later, Steps, ask, call, do, done, go, reveal, roll
from legation.core.requests import TABLE, Question, amount, choose, confirm
from legation.core.rules import Limit, Rule, bespoke, carry_out, first_refusal
from legation.core.sweeps import sweep
from legation.core.tables import Band, RollSheet, Table
from legation.core.words import signed

__all__ = [
    "DECLARED",
    "PARTNERS",
    "PASS",
    "PROCEDURES",
    "STEPS",
    "WIDEST",
    "look",
    "secrets",
    "sheet_for",
    "subverted",
]

STEPS = Steps()
PASS, DEMANDS = "pass", "demands rumania"
# Demands that bring about no roll are told with the names; they come after the word for passing.
OTHER_DEMANDS = {
    "demands finland": ("finland", "event.russia-demanded-finland", "Make demands of Finland: no roll"),
    "demands poland": ("poland", "event.russia-demanded-eastern-poland", "Demand eastern Poland: no roll"),
}
UP = "Up is for the Axis; 0 if there is none."
WIDEST = 9  # covert operations and subversion are entered as signed numbers of one digit

PARTNERS = Option(
    "dps-of-partners",
    "shown",
    ("shown", "hidden"),
    "whether partners of one faction see each other's DPs, or each power only its own",
    cite="PROC-7",
)
TOO_CALM = Limit("subversion needs an RGT level of 15", "PROC-22", tension("RGT") < SUBVERSION.level)

# What a roll leaves behind, under the ids that speak of it.
REACTION_USED = Rule("a reaction roll is made once", "PROC-24", again=True)
REACTION_LAPSES = Rule("a reaction roll lapses with the phase in which it could be made", "PROC-24", again=True)
DEMANDED = Rule("Russia makes its demands, once", "PROC-25", again=True)
SUBVERTED = Rule("every use of subversion is recorded with its target", "PROC-22", again=True)
SUBVERSION_OVER = Rule("what was subverted in this phase counts as all other uses do", "PROC-22", again=True)
ADDED = Rule("what is added to the die is written down", "PROC-13", again=True)
USED_UP = Rule("DPs that counted are used up", "PROC-12", again=True)
CARRIED_OUT = Rule("what waited for the last die has been carried out", "DT-GEN-1", again=True)


def _one_more(world: World, fact: str) -> int:
    """A count goes up by one, but not past the end of its scale: a report may have put it there."""
    domain = world.schema.spec(fact).domain
    more = int(world[fact]) + 1
    return min(more, domain.hi) if isinstance(domain, Count) else more


def leader(world: World, faction: str) -> str:
    """The seat that speaks for a faction."""
    if faction == WESTERN_ALLIES:
        return senior_partner(world)
    if faction == AXIS:
        return ITALY if holds(surrendered(GERMANY), world) else GERMANY
    return RUSSIA


# -- one roll on paper
def look(
    world: World,
    country: str,
    by: str = AXIS,
    kind: str = "named",
    covert: int = 0,
    subversion: int = 0,
    pledge: bool = False,
) -> World:
    """The world as one roll sees it; `pledge` supposes that Germany counts on its coming war with Russia."""
    passing: dict[str, Any] = {
        "selector": by,
        "target": country,
        "roll-kind": kind,
        "roll.covert": covert,
        "roll.subversion": subversion,
    }
    if pledge and country in PLEDGED:
        passing[f"war-pledge.{country}"] = True
    return world.scoped(**passing)


def results_of(country: str) -> dict[str, str]:
    """The results that a country's table has, as the facts name them, in words."""
    return {key_of(band): band.label for band in TABLES[country].bands} if country in TABLES else {}


def sheet_for(seen: World, country: str) -> RollSheet:
    """The modifiers of a roll."""
    return TABLES[country].sheet(seen)


# -- a phase: naming
@STEPS.step("awaw.phase")
def phase(world: World, frame: Frame) -> Directive:
    """What falls due, then the naming of targets."""
    if frame.get("side") not in (AXIS, ALLIED):
        raise NotFound("side", frame.get("side"), (AXIS, ALLIED))
    rules = phase_rules(AXIS if frame.side == AXIS else ALLIED)
    put_off = stood(world, "sweden") if world["deferred.sweden"] != NOBODY else None
    changes, then = sweep(world, rules).changes, phase_order(world).after("awaw.phase")
    if put_off:
        changes = [*changes, *_followed(put_off, world.with_changes(changes, world.now))]
    told = {"in_play": _in_play(world)} if published(world) and world.lasting else {}
    return do(changes, then=then, speakers=_speakers(world, frame.side), queue=[], **told)


def _in_play(world: World) -> list[str]:
    """Countries whose forces are on the board."""
    return [country for country in TARGETS if world[f"deployed.{country}"]]


def _followed(before: dict[str, Any], after: World) -> list[Change]:
    """What was put off in Sweden pays from now on, like any other association or alliance."""
    return booked(before, after, "sweden") if after["deferred.sweden"] == NOBODY else []


def _speakers(world: World, side: str) -> list[list[str]]:
    """Who names targets: each faction's leader, then its partners, each for the DPs it alone knows of."""
    found = []
    for faction in (f for f in FACTIONS if side_of(f) == side):
        first = leader(world, faction)
        found += [[faction, first], *([faction, power] for power in MEMBERS[faction] if power != first)]
    return found


def _may_name(world: World, faction: str, power: str, mine: Mapping[str, str]) -> list[str]:
    """The targets that a power may name for its faction, by its own DPs; what needs none is the leader's."""
    others = [p for p in MEMBERS[faction] if p != power]
    leads = power == leader(world, faction)
    courted = [c for c in TABLES if c not in mine and (leads or world[f"dp.{power}.{c}"])]
    alone = world.scoped(**{f"dp.{p}.{c}": 0 for p in others for c in TABLES})
    return open_targets(alone, faction, _used(faction, mine), courted)


def _used(faction: str, mine: Mapping[str, str]) -> int:
    """Of the names so far those that count; reaction and automatic rolls do not."""
    return used_up(faction, [country for country, kind in mine.items() if kind == "named"])


@STEPS.step("awaw.name")
def name(world: World, frame: Frame) -> Directive:
    """The first power that is still to speak names a target for its faction, or none."""
    if not frame.speakers:
        return go(phase_order(world).after("awaw.name"))
    faction, power = frame.speakers[0]
    mine = {country: kind for who, country, kind in frame.queue if who == faction}
    question = naming(world, faction, power, mine)
    if world.lasting and question.worded().legal == [PASS] and not world[f"allotment.{power}"]:
        return go("awaw.name", speakers=frame.speakers[1:])
    # Whoever is passed over has no DPs left in any target.
    return ask(question, then="awaw.named", into="target", always=True)


@bespoke("PROC-8", reads=[dp(power, target) for power in DP_POWERS for target in TARGETS])
def naming(world: World, faction: str, power: str, mine: Mapping[str, str]) -> Later:
    """Each faction names its targets in its own side's phase, before any die.

    Countries can be looked up one by one, or all of them.
    """
    leads, russian = power == leader(world, faction), faction == RUSSIA and "rumania" not in mine

    def may_demand(words: str) -> bool:
        return faction == RUSSIA and world.lasting and published(world) and _may_demand_of(world, words)

    @cache
    def worded() -> Question:
        options = {country: TITLES[country] for country in _may_name(world, faction, power, mine)}
        if leads:
            options |= {f"reaction {c}": f"{TITLES[c]} (reaction)" for c in _reactions(world, faction, mine)}
        if russian and _may_demand(world):
            options[DEMANDS] = "Demand Bessarabia from Rumania"
        who = f"{TITLES[faction][0].upper()}{TITLES[faction][1:]}"
        prompt = f"{who}: which {'further ' if mine else ''}diplomatic target do you name?"
        others = {words: says for words, (_, _, says) in OTHER_DEMANDS.items() if may_demand(words)}
        none = "No further target" if mine else "No target"
        return choose(power, prompt, {**options, PASS: none, **others}, cite="PROC-8")

    def legal(target: str) -> bool:
        if target == PASS:
            return True
        if target == DEMANDS:
            return russian and _may_demand(world)
        if target in OTHER_DEMANDS:
            return may_demand(target)
        how, _, country = target.rpartition(" ")
        if country in mine:
            return False
        if how:
            return leads and bool(_reactions(world, faction, mine, (country,)))
        others = {f"dp.{p}.{country}": 0 for p in MEMBERS[faction] if p != power}
        courted = leads or holds(dp(power, country) >= 1, world)
        return courted and holds(open_to(faction, country, _used(faction, mine)), world.scoped(**others))

    reactions = [f"reaction {country}" for country in TABLES] if leads and faction != RUSSIA else []
    named = (*TABLES, *reactions, *([DEMANDS] if russian else []), PASS, *(OTHER_DEMANDS if faction == RUSSIA else ()))
    return Later(power, "choose", named, legal, worded)


def _reaction(faction: str, country: str) -> str:
    """The fact that a faction may make a reaction roll; Russia has none."""
    return f"reaction.{country}" if faction == AXIS else f"allied-reaction.{country}"


def _reactions(world: World, faction: str, mine: Iterable[str], among: Iterable[str] = TABLES) -> list[str]:
    if faction == RUSSIA:
        return []
    taken = list(mine)
    granted = [c for c in among if world[_reaction(faction, c)] and c not in taken]
    return [c for c in granted if closed(world, faction, c, kind="reaction") is None]


def _may_demand(world: World) -> bool:
    """Russia can demand Bessarabia while that has not been settled yet."""
    settled = world["event.russia-demanded-rumania"] or world["event.russia-entered-bessarabia"]
    seen = world.scoped(**{"making-demands.rumania": True})
    return not settled and closed(seen, RUSSIA, "rumania", kind="automatic") is None


FREE = ("neutral", "hex-control")
NO_POLES = edition(*CLASSIC) & choice("target", "poland", says="it is[ not] Poland")


def _may_demand_of(world: World, words: str) -> bool:
    """Russia can make demands of Finland or Poland, once, while they are their own and there is a table for them.

    Whether it has made them before the game nobody may have told: Russia knows.
    """
    country, asked, _ = OTHER_DEMANDS[words]
    if world.get(asked) or holds(NO_POLES, world.scoped(target=country)) or world[f"status.{country}"] not in FREE:
        return False
    return not world[war_key(RUSSIA, country)] and world[f"border-war.{country}"] == NOBODY


@STEPS.step("awaw.named")
def named(world: World, frame: Frame) -> Directive:
    """The name is taken down."""
    if frame.target == PASS:
        return go("awaw.name", speakers=frame.speakers[1:])
    if frame.target in OTHER_DEMANDS:
        return do(DEMANDED.brings(world, {OTHER_DEMANDS[frame.target][1]: True}), then="awaw.name")
    faction = frame.speakers[0][0]
    how, _, country = frame.target.rpartition(" ")
    kind = {"reaction": "reaction", "demands": "automatic"}.get(how, "named")
    changes = _selected(world, faction, country, kind)
    return do(changes, then="awaw.name", queue=[*frame.queue, [faction, country, kind]])


def _selected(world: World, faction: str, country: str, kind: str) -> list[Change]:
    if kind == "reaction":
        return REACTION_USED.brings(world, {_reaction(faction, country): False})
    if kind == "automatic":
        demands = (f"making-demands.{country}", f"event.russia-demanded-{country}")
        return DEMANDED.brings(world, dict.fromkeys(demands, True))
    facts: dict[str, Any] = {f"selected.{country}.{faction}": world["year"]}
    if side_of(faction) == ALLIED:
        facts[f"selected-in-war.{country}"] = holds(at_war(GERMANY, RUSSIA), world)
    return taken_down(world, facts)


# -- a phase: one target after another
@STEPS.step("awaw.single")
def single(world: World, frame: Frame) -> Directive:
    """One roll by itself: the target is checked, named and rolled for."""
    country, by, kind = frame.get("country"), frame.get("by", AXIS), frame.get("kind", "named")
    if country not in (*TABLES, "italy", "france"):
        raise NotFound("country", country, TABLES)
    if by not in FACTIONS:
        raise NotFound("faction", by, FACTIONS)
    seen = world.scoped(**{"making-demands.rumania": True}) if kind == "automatic" else world
    others = frame.get("beside", [])
    if limit := closed(seen, by, country, kind=kind, already=used_up(by, others)):
        raise Refused(at(country, limit).label if country in TABLES else limit.label, rule=limit.cite)
    given = {
        "covert": frame.get("covert", 0),
        "subversion": frame.get("subversion", 0),
        "pledge": frame.get("pledge", False),
    }
    return do(_selected(world, by, country, kind), then="awaw.next-roll", queue=[[by, country, kind]], given=given)


@STEPS.step("awaw.next-roll", takes=("side", "queue", "given", "fallen", "first"))
def next_roll(world: World, frame: Frame) -> Directive:
    """The next target, until all dice have fallen."""
    fallen, left = frame.get("fallen", []), dice_left(world, frame.queue)
    if not left:
        return go(FORMER.after("awaw.next-roll"))
    if not fallen and (factions := _both(world, left)) and RGT.right(SUBVERSION.slug).allows(world):
        if frame.get("first") is None:
            why = "A use of Russian subversion tells on later rolls."
            return ask(_whose_first(world, factions, why), then="awaw.next-roll", into="first")
        left = sorted(left, key=lambda target: target[0] != frame.first)
    (by, country, kind), *rest = left
    keep = {"queue": rest, "fallen": [*fallen, country], "given": {}}
    asked = {"by": by, "country": country, "kind": kind, **frame.get("given", {})}
    return call("awaw.roll-for", then="awaw.next-roll", keep=keep, **asked)


def _both(world: World, left: list[list[str]]) -> list[str]:
    """The factions of the Allies, if both of them roll."""
    factions = list(dict.fromkeys(by for by, _, _ in left))
    return factions if world.lasting and len(factions) > 1 else []


def _whose_first(world: World, factions: list[str], why: str) -> Question:
    labels = {faction: TITLES[faction] for faction in factions}
    prompt, did = f"Whose targets are rolled for first? {why}", "decides whose targets are rolled for first: {}"
    return choose(senior_partner(world), prompt, labels, cite="PROC-8", did=did)


@STEPS.step("awaw.next-die", takes=("side", "queue", "covert", "subversion", "fallen", "first", "in_play"))
def next_die(world: World, frame: Frame) -> Directive:
    """The next die in the order that the naming side likes: the order of its names, and whose come first."""
    fallen, left = frame.get("fallen", []), dice_left(world, frame.queue)
    if not left:
        return go(PHASE.after("awaw.next-die"))
    if not fallen and (factions := _both(world, left)):
        if frame.get("first") is None:
            why = "Lesser results are chosen die by die."
            return ask(_whose_first(world, factions, why), then="awaw.next-die", into="first")
        left = sorted(left, key=lambda target: target[0] != frame.first)
    (by, country, kind), *rest = left
    told = {told: frame.get(told, {}).get(country, 0) for told in ("covert", "subversion")}
    keep = {"queue": rest, "fallen": [*fallen, country]}
    return call("awaw.die", then="awaw.next-die", keep=keep, by=by, country=country, kind=kind, **told)


@bespoke("PROC-13")
def dice_left(world: World, queue: list[list[str]]) -> list[list[str]]:
    """One six-sided die is rolled for each target."""
    return queue


@STEPS.step("awaw.roll-for")
def roll_for(world: World, frame: Frame) -> Directive:
    """The DPs in the target are opened."""
    return reveal(secrets(world, DP_POWERS, [frame.country]), then="awaw.covert", subject=frame.country)


@bespoke("PROC-7", reads=[dp(power, target) for power in DP_POWERS for target in TARGETS])
def secrets(world: World, powers: Iterable[str], countries: Iterable[str]) -> list[str]:
    """Allocations are secret until their target is to be rolled for; then they are opened."""
    return [f"dp.{power}.{country}" for country in dict.fromkeys(countries) for power in powers]


@STEPS.step("awaw.covert")
def covert(world: World, frame: Frame) -> Directive:
    if frame.get("covert") is not None:
        return go("awaw.subversion")
    return ask(
        amount(
            TABLE,
            f"How far do covert operations move the roll for {TITLES[frame.country]}? {UP}",
            range(-WIDEST, WIDEST + 1),
            cite="PROC-21",
            subject=frame.country,
        ),
        then="awaw.subversion",
        into="covert",
    )


@STEPS.step("awaw.subversion")
def subversion(world: World, frame: Frame) -> Directive:
    allowed = RGT.right(SUBVERSION.slug).allows(world) if frame.get("subversion") != 0 else False
    if frame.get("subversion") is not None or not allowed:
        if frame.get("subversion"):
            TOO_CALM.refuse(world)
        return go("awaw.used", subversion=frame.get("subversion") or 0)
    return ask(
        amount(
            RUSSIA,
            f"How far does subversion move the roll for {TITLES[frame.country]}? {UP}",
            range(-WIDEST, WIDEST + 1),
            cite="PROC-22",
            subject=frame.country,
        ),
        then="awaw.used",
        into="subversion",
    )


@STEPS.step("awaw.used")
def used(world: World, frame: Frame) -> Directive:
    """A use of subversion is counted; here it counts only from the next phase on."""
    return do(subverted(world, frame.country) if frame.subversion else (), then="awaw.pledge")


def subverted(world: World, country: str) -> list[Change]:
    facts = ("tally.russian-subversion", f"subverted.{country}")
    return SUBVERTED.brings(world, {fact: _one_more(world, fact) for fact in facts})


@STEPS.step("awaw.pledge")
def pledge(world: World, frame: Frame) -> Directive:
    """Germany may count on a war with Russia that it is about to declare, and is then bound to declare it."""
    if not may_pledge(world, frame.country, frame.by):
        return go("awaw.die")
    if frame.get("pledge") is not None:
        return go("awaw.pledged")
    bound = PLEDGED[frame.country]
    question = confirm(GERMANY, PLEDGE_QUESTION, cite=bound.cite, subject=frame.country, did=PLEDGES)
    return ask(question, then="awaw.pledged", into="pledge")


@STEPS.step("awaw.pledged")
def pledged(world: World, frame: Frame) -> Directive:
    return do(given(world, frame.country, frame.pledge), then="awaw.die")


def _seen(world: World, frame: Frame) -> World:
    return look(world, frame.country, frame.by, frame.kind, frame.covert, frame.subversion)


@STEPS.step("awaw.die")
def die(world: World, frame: Frame) -> Directive:
    seen = _seen(world, frame)
    table = TABLES[frame.country]
    total = judged(world, table, seen)
    remarks = "".join(f". {says[0].upper()}{says[1:]}" for remark in REMARKS if (says := remark.told(seen)))
    return roll(
        table.die,
        label=f"diplomacy/{frame.country}",
        cite="PROC-13",
        seat=leader(world, frame.by),
        prompt=f"Roll for {TITLES[frame.country]}: modifiers {signed(total)}{remarks}",
        odds=lambda: table.odds(seen),
        subject=frame.country,
        then="awaw.fell",
        into="face",
        total=total,
    )


@bespoke("PROC-16")
def judged(world: World, table: Table, seen: World) -> int:
    """Conditions are judged as they stand when the die is rolled, before any result of the phase is carried out."""
    return table.settled_total(seen)


@STEPS.step("awaw.fell")
def fell(world: World, frame: Frame) -> Directive:
    """The die has fallen: the band, and whom it favours."""
    table = TABLES[frame.country]
    summed = ADDED.brings(world, {f"modifiers.{frame.country}": frame.total})
    total = within(world, table, frame.face + frame.total)
    band = table.band(total)
    if void := VOID.get(frame.country):
        seen = world.scoped(**{"roll-kind": frame.kind, f"rolled.{frame.country}": key_of(band)})
        if first_refusal(void, seen):
            return do(summed, then="awaw.spent", result="")
    side = favours(key_of(band), frame.country)
    if side is None:
        return do(summed, then="awaw.choose", rolled=total, award=NOBODY)
    faction = faction_for(world, frame.country, side, frame.by)
    if faction is None:
        at_stake = any(map(gives, (band, *table.extras(total))))
        if not at_stake and len(lesser_results(world, frame.country, table, band)) == 1:
            return do(summed, then="awaw.choose", rolled=total, award=NOBODY)
        return do(summed, then="awaw.tie", rolled=total)
    return do(summed, then="awaw.choose", rolled=total, award=award_for(world, frame.country, faction))


@bespoke("PROC-15")
def within(world: World, table: Table, total: int) -> int:
    """Totals beyond the ends of a table use its ends."""
    edges = [edge for p in table.parts if isinstance(p, Band) for edge in (p.lo, p.hi) if edge is not None]
    lowest, highest = min(edges), max(edges)
    return lowest if total <= lowest else highest if total >= highest else int(total)


@STEPS.step("awaw.tie")
def tie(world: World, frame: Frame) -> Directive:
    options = {WESTERN_ALLIES: "the Western Allies", RUSSIA: "Russia", "die": "no agreement: roll for it"}
    question = choose(
        TABLE,
        f"Who benefits from {TITLES[frame.country]}?",
        options,
        cite=TIE.cite,
        subject=frame.country,
        did=f"says who benefits from {TITLES[frame.country]}: {{}}",
    )
    return ask(question, then="awaw.tie-settled", into="agreed")


@STEPS.step("awaw.tie-settled")
def tie_settled(world: World, frame: Frame) -> Directive:
    if frame.agreed == "die":
        label = f"benefit/{frame.country}"
        return roll(
            TABLES[frame.country].die, label=label, cite=TIE.cite, seat=TABLE, then="awaw.tie-rolled", into="tie"
        )
    return go("awaw.choose", award=award_for(world, frame.country, frame.agreed))


@STEPS.step("awaw.tie-rolled")
def tie_rolled(world: World, frame: Frame) -> Directive:
    return go("awaw.choose", award=award_for(world, frame.country, who_benefits(frame.tie)))


def who_benefits(roll: int) -> str:
    """The die between two that cannot agree."""
    return WESTERN_ALLIES if roll <= WESTERN_FACES else RUSSIA


@STEPS.step("awaw.choose")
def choose_result(world: World, frame: Frame) -> Directive:
    """The favoured side takes the result or a lesser one."""
    table = TABLES[frame.country]
    hit = table.band(frame.rolled)
    found = lesser_results(world, frame.country, table, hit)
    if not choose_now(world, found):
        return go("awaw.decide", result=key_of(found[0]), award=frame.award)
    side = chooser(world, favours(key_of(hit), frame.country))
    return ask(
        choose(
            leader(world, AXIS) if side == AXIS else frame.award,
            f"{TITLES[frame.country]}: do you take the result or a lesser one?",
            {key_of(band): f"{band.called}: {band.label}" for band in found},
            cite=LESSER,
            subject=frame.country,
        ),
        then="awaw.decide",
        into="result",
        award=frame.award,
    )


def _bands(world: World, country: str, result: str, rolled: int) -> tuple[Band, list[Band]]:
    """The band of a result, and the additional results that come with it."""
    table = TABLES[country]
    band = next(b for b in table.bands if key_of(b) == result)
    total = rolled if rolled in band else total_of(band)
    return band, on_top(world, table, total)


@STEPS.step("awaw.decide")
def decide(world: World, frame: Frame) -> Directive:
    """What else must be decided before this result is carried out."""
    _, extra = _bands(world, frame.country, frame.result, frame.rolled)
    for decision, cite in decisions(frame.country, extra, world):
        question = confirm(decision.seat, decision.prompt, cite=cite, subject=frame.country, did=decision.did)
        return ask(question, then="awaw.decided", into="decided", fact=decision.fact, cite=cite)
    return go("awaw.spent")


@STEPS.step("awaw.decided")
def decided(world: World, frame: Frame) -> Directive:
    band = next(p for p in TABLES[frame.country].parts if p.cite == frame.cite)
    asks = Rule(band.label, band.cite, again=True)
    return do(asks.brings(world, {frame.fact: frame.decided}), then="awaw.spent")


@STEPS.step("awaw.spent")
def spent(world: World, frame: Frame) -> Directive:
    """The DPs that counted are used up; the result waits for the other dice."""
    changes = USED_UP.brings(world, {f"dp.{power}.{frame.country}": 0 for power in DP_POWERS})
    if frame.result:
        changes += put_off(world, frame.country, [frame.result, frame.rolled, frame.award])
    return done(changes)


@bespoke("DT-GEN-1")
def put_off(world: World, country: str, result: list[Any]) -> list[Change]:
    """Results are carried out after the last die of the phase."""
    return [world.change(f"pending.{country}", [*world[f"pending.{country}"], result], "DT-GEN-1")]


@STEPS.step("awaw.carry-out")
def carry_all_out(world: World, frame: Frame) -> Directive:
    """All results of the phase, one after another, and what ends with the phase."""
    countries = list(dict.fromkeys(frame.get("fallen", [])))
    if frame.get("in_play") is not None:  # who is somebody's already may surrender or change sides: after all others
        countries.sort(key=lambda country: world[f"status.{country}"] in JOINED)
    return go("awaw.next-result", left=countries, countries=countries)


JOINED = ("associate", "ally")


@STEPS.step("awaw.next-result", takes=("side", "left", "countries", "in_play"))
def next_result(world: World, frame: Frame) -> Directive:
    """Results one after another; new forces are placed before anybody turns away."""
    watched = frame.get("in_play") is not None  # by a table that sets up forces
    if watched and (not frame.left or world[f"status.{frame.left[0]}"] in JOINED):
        return go("awaw.new-forces")
    if frame.left:
        keep = {"left": frame.left[1:]}
        return call("awaw.result", then="awaw.next-result", keep=keep, country=frame.left[0])
    lapse = {AXIS: AXIS, ALLIED: WESTERN_ALLIES}.get(frame.get("side", ""))
    changes = SUBVERSION_OVER.brings(world, {f"subverted.{country}": 0 for country in TARGETS})
    if lapse:
        changes += REACTION_LAPSES.brings(world, {_reaction(lapse, country): False for country in TARGETS})
    return do(changes, then="awaw.minors.after.settled", outcomes=frame.countries)


@STEPS.step("awaw.new-forces")
def new_forces(world: World, frame: Frame) -> Directive:
    """The forces of new allies and associates come on the board."""
    new = [country for country in _in_play(world) if country not in frame.in_play]
    if not new:
        return go("awaw.next-result", in_play=None)
    names = listed([TITLES[country] for country in new], "and")
    says = f"Set up the forces of {names}, new on the board."
    did = f"places the forces of {names}"
    question = confirm(TABLE, says, cite=PHASE.cite, yes="They are placed", no=None, did=did)
    return ask(question, then="awaw.next-result", into="", in_play=None)


@STEPS.step("awaw.result")
def carry_one_out(world: World, frame: Frame) -> Directive:
    """What was rolled for a country comes about."""
    country = frame.country
    changes: list[Change] = []
    outcomes: list[dict[str, Any]] = []
    conquered = world[f"status.{country}"] == "conquered"  # since the die fell: it has no result any more
    for result, rolled, award in () if conquered else world[f"pending.{country}"]:
        was = stood(world, country)
        band, extra = _bands(world, country, result, rolled)
        world, more = carry_out(BEFORE_RESULTS.get(country, ()), world)
        changes += more
        before = stood(world, country)
        world, more = apply(world, country, TABLES[country], band, award, extra)
        changes += more
        booked = booked_for(before, world, country)
        outcomes.append(_outcome(was, booked, country, result, rolled))
    settled = {f"pending.{country}": [], f"outcome.{country}": outcomes}
    return done([*changes, *CARRIED_OUT.brings(world, settled)])


def _outcome(was: dict[str, Any], booked: dict[str, int], country: str, result: str, rolled: int) -> dict[str, Any]:
    """What the rules of minor countries must know of a result: how the country stood, and what was booked."""
    return {
        "country": country,
        "result": result,
        "rolled": key_of(TABLES[country].band(rolled)),
        "was": was,
        "booked": booked,
    }


DECLARED = (PHASE, naming, dice_left, secrets, judged, within, put_off, REMARKS, VOID)
PROCEDURES = {
    "phase": Procedure("awaw.phase", "A diplomatic phase", {"side": "axis or allied"}),
    "roll": Procedure(
        "awaw.single",
        "One diplomatic roll",
        {
            "country": "the target",
            "by": "axis, western-allies or russia",
            "kind": "named, reaction or automatic",
            "covert": "covert operations, as a signed number",
            "subversion": "the effect of Russian subversion, as a signed number",
            "pledge": "yes if Germany counts on the war with Russia that it is about to declare",
            "beside": "targets that the faction has named in this phase before",
        },
    ),
}
