"""The tension tracks in the order of a turn, and what the table reports about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from legation.awaw.powers import (
    ALLIED,
    AXIS_POWERS,
    BRITAIN,
    CHINA,
    FRANCE,
    GERMANY,
    JAPAN,
    MEMBERS,
    NOBODY,
    PARTIES,
    PLACES,
    POWERS,
    RUSSIA,
    SIDES,
    USA,
    WESTERN_ALLIES,
    faction_of,
)
from legation.awaw.tensions.facts import FOOTHOLDS, HEX_OWNERS, RUSSIAN_AREAS, TRIGGERING, UNITS_EAST
from legation.awaw.tensions.rgt import RGT, SUBVERSION
from legation.awaw.tensions.track import Moment, Track
from legation.awaw.tensions.usat import (
    ALLIED_DPS,
    AXIS_DPS,
    COVERT,
    EUROPEAN_AXIS,
    LAPSE,
    NOT_RUSSIA,
    TRIGGER,
    USAT,
)
from legation.awaw.tensions.usjt import ELSEWHERE, ENTRY, FINAL_DIE, URGENT_DIE, USJT
from legation.awaw.tensions.words import NEUTRAL_MINORS
from legation.awaw.vocabulary import CONTROLLERS, SEASONS, at_war, fallen, surrendered, war_key
from legation.core.book import Event, Procedure
from legation.core.dice import d6
from legation.core.errors import NotFound, NotYours, Refused
from legation.core.expr import amount as amount_of
from legation.core.expr import holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, done, go, reveal, roll
from legation.core.requests import amount

__all__ = [
    "EVENTS",
    "PROCEDURES",
    "STEPS",
    "TRACKS",
    "change",
    "judged",
    "more",
    "number_from",
    "on_all",
    "one_of",
    "several",
]

STEPS = Steps()
TRACKS: dict[str, Track] = {track.slug: track for track in (USAT, RGT, USJT)}
WHICH = {"track": "the track, usat if nothing is said"}
UMPIRE = "umpire"


def _track(frame: Frame) -> Track:
    name = frame.get("track", USAT.slug)
    if name not in TRACKS:
        raise NotFound("track", name, TRACKS)
    return TRACKS[name]


def _tracks(world: World) -> list[Track]:
    """The tracks of this game."""
    return [track for track in TRACKS.values() if holds(track.played, world)]


def _on_all(world: World, changes: Iterable[Change], act: Callable[[Track, World], list[Change]]) -> list[Change]:
    """What changed already, and what every track makes of it."""
    found = [c for c in changes if c.old != c.new]
    world = world.with_changes(found, world.now)
    for track in _tracks(world):
        more = act(track, world)
        world = world.with_changes(more, world.now)
        found += more
    return found


def on_all(world: World, changes: Iterable[Change], moment: Moment = Moment.DURING) -> list[Change]:
    """What changed already, and what every track charges for it."""
    return _on_all(world, changes, lambda track, after: track.judge(after, moment))


def judged(world: World, changes: Iterable[Change], moment: Moment = Moment.DURING) -> Directive:
    return done(on_all(world, changes, moment))


def change(world: World, fact: str, new: Any, rule: str = "") -> Change:
    """A fact takes a value that it may have."""
    world.schema.check(fact, new)
    return Change(fact, world.get(fact), new, rule)


def more(world: World, fact: str, by: int) -> Change:
    return change(world, fact, (world.get(fact) or 0) + by)


def number_from(frame: Frame, name: str, lowest: int = 1, otherwise: int = 1) -> int:
    value = frame.get(name, otherwise)
    if not isinstance(value, int) or isinstance(value, bool) or value < lowest:
        raise Refused(f"{name} is a whole number from {lowest} on, not {value!r}")
    return value


def one_of(value: Any, options: Iterable[str], what: str) -> str:
    options = tuple(options)
    if value not in options:
        raise NotFound(what, value, options)
    return str(value)


def several(value: Any, options: Iterable[str], what: str) -> list[str]:
    options = tuple(options)
    return [one_of(v, options, what) for v in (value if isinstance(value, list) else [value])]


# -- the turn
@STEPS.step("awaw.tension.open")
def open_tracks(world: World, frame: Frame) -> Directive:
    """The levels that a campaign begins with; the first DPs rest on them."""
    return done(_on_all(world, (), lambda track, after: track.opened(after)))


@STEPS.step("awaw.tension.start")
def start(world: World, frame: Frame) -> Directive:
    """The turn begins on every track."""
    return done(_on_all(world, (), lambda track, after: track.begin(after)))


@STEPS.step("awaw.tension.judge")
def judge(world: World, frame: Frame) -> Directive:
    """Look at what has come about since the last look."""
    return judged(world, ())


@STEPS.step("awaw.tension.axis-end")
def axis_end(world: World, frame: Frame) -> Directive:
    """The Axis player turn is over: remnants of offensive BRPs count now."""
    over = change(world, "axis-turn-over", True, USAT.order.cite)
    USAT.order.used(world)
    return judged(world, (over,), Moment.AXIS_END)


@STEPS.step("awaw.tension.end")
def end(world: World, frame: Frame) -> Directive:
    """The game turn is over; a level that was reached in its last half still lets Russia mobilize in it."""
    return do(on_all(world, (), Moment.END), then="awaw.tension.russia")


# -- a diplomatic phase
@STEPS.step("awaw.tension.phase")
def phase(world: World, frame: Frame) -> Directive:
    """A diplomatic phase with its tensions: before it, the phase itself, and after it."""
    return call("awaw.tension.phase-begins", then="awaw.tension.phase-runs", side=frame.get("side"))


@STEPS.step("awaw.tension.phase-runs")
def phase_runs(world: World, frame: Frame) -> Directive:
    return call("awaw.phase", then="awaw.tension.phase-ends", side=frame.side)


@STEPS.step("awaw.tension.phase-begins")
def phase_begins(world: World, frame: Frame) -> Directive:
    """What was reported since is taken in; from now on DPs in the United States may be triggered."""
    side = one_of(frame.get("side"), SIDES, "side")
    moment = Moment.ALLIED_START if side == ALLIED else Moment.DURING
    return judged(world, [change(world, "diplomatic-phase", side, TRIGGER.cite)], moment)


@STEPS.step("awaw.tension.phase-ends")
def phase_ends(world: World, frame: Frame) -> Directive:
    """What the phase brought about is taken in; the last phase of the year is the last chance for DPs."""
    changes = on_all(world, ())
    last = world["season"] == SEASONS[-1] and world["diplomatic-phase"] == ALLIED
    return do(changes, then="awaw.tension.last-call" if last else "awaw.tension.phase-over")


@STEPS.step("awaw.tension.last-call")
def last_call(world: World, frame: Frame) -> Directive:
    return call("awaw.tension.remind", then="awaw.tension.phase-over")


@STEPS.step("awaw.tension.phase-over")
def phase_over(world: World, frame: Frame) -> Directive:
    return done([change(world, "diplomatic-phase", NOBODY, TRIGGER.cite)])


# -- the die and what follows from it
@STEPS.step("awaw.tension.dice")
def dice(world: World, frame: Frame) -> Directive:
    """The end of the Allied diplomatic phase, for each track: the die if it has one, and what follows."""
    left = frame.get("left", [frame.track] if frame.get("track") else [t.slug for t in _tracks(world)])
    if not left:
        return done()
    return call("awaw.tension.die", then="awaw.tension.dice", keep={"left": left[1:]}, track=left[0])


@STEPS.step("awaw.tension.die")
def die(world: World, frame: Frame) -> Directive:
    track = _track(frame)
    urgent = frame.get("urgent", "")
    early = track is USJT and world["rolled-early"] == world["turn"] and not urgent
    if track.die is None or early or (not urgent and not track.die.applies(world)):
        return go("awaw.tension.mobilize")
    level = amount_of(track.now, world)
    odds = {level + shift: Fraction(track.faces.count(shift), len(track.faces)) for shift in sorted(set(track.faces))}
    return roll(
        d6,
        label=f"tension/{track.slug}/{world['turn']}",
        cite=urgent or track.die.cite,
        seat=USA,
        prompt=f"Roll for the effective {track.title} level; the level is {level}",
        odds=odds,
        subject=track.slug,
        then="awaw.tension.effective",
        into="face",
    )


@STEPS.step("awaw.tension.effective")
def effective(world: World, frame: Frame) -> Directive:
    track = _track(frame)
    changes = track.effects(frame.face, world)
    if urgent := frame.get("urgent"):  # it takes the place of the next ordinary die
        rolled = world[f"die-rolled-in.{track.slug}"] == world["turn"]
        changes.append(change(world, "rolled-early", world["turn"] + rolled, urgent))
    return do(changes, then="awaw.tension.reached")


@STEPS.step("awaw.tension.reached")
def reached(world: World, frame: Frame) -> Directive:
    return do(_track(frame).reached(world), then="awaw.tension.mobilize")


@STEPS.step("awaw.tension.mobilize")
def mobilize(world: World, frame: Frame) -> Directive:
    """At most one mobilization a turn; part of it may be shipbuilding."""
    track = _track(frame)
    if track.mobilizing:
        return go(track.mobilizing)
    due = track.next_mobilization(world)
    if due is None or track.schedule is None:
        return go(track.follow_up or "awaw.tension.grant")
    each = track.schedule.ships.used(world)
    brps = track.schedule.brps
    question = amount(
        USA,
        f"The U.S. mobilizes {brps} BRPs of units; how many of them as shipbuilding increases of {each} BRPs?",
        range(brps // each + 1),
        cite=due,
        why=f"{brps} BRPs hold {brps // each} increases of {each}",
        subject=track.slug,
    )
    return ask(question, then="awaw.tension.mobilized", into="ships", due=due)


@STEPS.step("awaw.tension.mobilized")
def mobilized(world: World, frame: Frame) -> Directive:
    track = _track(frame)
    then = track.follow_up or "awaw.tension.grant"
    return do(track.mobilize(world, frame.due, frame.ships), then=then)


# -- grants
@STEPS.step("awaw.tension.grant")
def grant(world: World, frame: Frame) -> Directive:
    """Before the U.S. is at war: what it gives away this turn."""
    track = _track(frame)
    asked = frame.get("asked", [])
    if track.grants is None or holds(track.grants.entered, world):
        return done()
    gone = {BRITAIN: surrendered(BRITAIN), FRANCE: fallen(FRANCE), CHINA: surrendered(CHINA)}
    left = [to for to in track.grants.to if to not in asked and not holds(gone[to], world)]
    brps = track.grant_left(world)
    if brps <= 0 or not left:
        return done()
    question = amount(
        USA,
        f"Grant BRPs to {left[0].title()}",
        range(brps + 1),
        cite=track.grants.right.cite,
        why=f"{brps} BRPs may be granted this turn",
        subject=track.slug,
    )
    return ask(question, then="awaw.tension.granted", into="brps", to=left[0], asked=[*asked, left[0]])


@STEPS.step("awaw.tension.granted")
def granted(world: World, frame: Frame) -> Directive:
    track = _track(frame)
    assert track.grants is not None
    fact = f"granted.{frame.to}"
    given = change(world, fact, world[fact] + frame.brps, track.grants.right.cite)
    return do((given,), then="awaw.tension.grant")


@STEPS.step("awaw.tension.grant-now")
def grant_now(world: World, frame: Frame) -> Directive:
    """A grant that the U.S. announces by itself."""
    to, brps = one_of(frame.get("to"), POWERS, "power"), number_from(frame, "brps")
    shut = [limit for t in TRACKS.values() if t.grants and (limit := t.grants.closed.get(to)) and limit.forbids(world)]
    if shut:
        raise Refused(shut[0].label, rule=shut[0].cite, allowed=[BRITAIN, FRANCE, CHINA])
    world.note(ELSEWHERE.cite, to != CHINA)
    track = USJT if to == CHINA else USAT
    assert track.grants is not None
    if holds(track.grants.entered, world):
        return done()
    one_of(to, track.grants.to, "power that may receive a grant")
    if track.die and world[f"die-rolled-in.{track.slug}"] < world["turn"]:
        raise Refused("the die for this turn's effective level comes first", rule=track.die.cite)
    track.require(track.grants.right.slug, world)
    left = track.grant_left(world)
    if brps > left:
        world.note(track.grants.none.cite, True)
        none = track.grants.none
        raise Refused(f"{none.label}: at most {left} BRPs are left this turn", rule=none.cite)
    return done([change(world, f"granted.{to}", world[f"granted.{to}"] + brps, track.grants.right.cite)])


@STEPS.step("awaw.tension.use")
def use(world: World, frame: Frame) -> Directive:
    """Somebody makes use of what a track has opened."""
    named_track = str(frame.get("result")).split("-")[0]
    track = TRACKS[named_track] if named_track in TRACKS and not frame.get("track") else _track(frame)
    result = track.require(str(frame.get("result")), world)
    fact = f"tension-used.{result.slug}"
    return done([change(world, fact, world[fact] or world["turn"], result.cite)])


# -- DPs and covert operations
def _left(world: World, power: str) -> int:
    """DPs of a power in the United States that it has not triggered yet."""
    return max(0, int(world[f"dp.{power}.usa"]) - int(world[f"dps-triggered.{power}"]))


def _triggered(world: World, dps: dict[str, int]) -> list[Change]:
    changes: list[Change] = []
    for power, number in dps.items():
        row = AXIS_DPS if power in AXIS_POWERS else ALLIED_DPS
        world.note(row.cite, number > 0)
        if number:
            used = change(world, f"dps-triggered.{power}", world[f"dps-triggered.{power}"] + number, TRIGGER.cite)
            label = f"{row.label}: {number} of {power.title()}"
            more = [used, *USAT.add(world, number * row.value, row.cite, label)]
            world = world.with_changes(more, world.now)
            changes += more
    return changes


@STEPS.step("awaw.tension.trigger")
def trigger(world: World, frame: Frame) -> Directive:
    """A power triggers DPs of its own in the United States."""
    power = one_of(frame.get("power"), POWERS, "power")
    if frame.get("reported_by", power) not in (power, UMPIRE):
        raise NotYours(f"only {power} triggers the DPs of {power}")
    world.note(NOT_RUSSIA.cite, power == RUSSIA)
    if power == RUSSIA:
        raise Refused(NOT_RUSSIA.label, rule=NOT_RUSSIA.cite)
    one_of(power, TRIGGERING, "power with DPs in the United States")
    if not TRIGGER.allows(world):
        raise Refused(TRIGGER.label, rule=TRIGGER.cite)
    number, left = number_from(frame, "dps"), _left(world, power)
    if number > left:
        raise Refused(f"{left} DPs are left in the United States", rule=TRIGGER.cite, allowed=range(left + 1))
    return done(_triggered(world, {power: number}))


@STEPS.step("awaw.tension.remind")
def remind(world: World, frame: Frame) -> Directive:
    """The last diplomatic phase of the year: every power is asked at once, so that nobody learns who has DPs left."""
    LAPSE.used(world)
    questions = [
        amount(
            power,
            "Trigger DPs in the United States; the rest lapse with the year",
            range(_left(world, power) + 1),
            cite=LAPSE.cite,
            subject=USAT.slug,
        )
        for power in TRIGGERING
    ]
    return ask(*questions, then="awaw.tension.reminded", into="dps")


@STEPS.step("awaw.tension.reminded")
def reminded(world: World, frame: Frame) -> Directive:
    TRIGGER.allows(world)
    return done(_triggered(world, frame.dps))


@STEPS.step("awaw.tension.year-end")
def year_end(world: World, frame: Frame) -> Directive:
    """The year is over; what lapses need not stay hidden."""
    return reveal([f"dp.{power}.usa" for power in TRIGGERING], then="awaw.tension.lapse")


@STEPS.step("awaw.tension.lapse")
def lapse(world: World, frame: Frame) -> Directive:
    lost = any(_left(world, power) for power in TRIGGERING)
    world.note(LAPSE.cite, lost)
    facts = [
        f"{family}.{power}{rest}" for family, rest in (("dp", ".usa"), ("dps-triggered", "")) for power in TRIGGERING
    ]
    return done(change(world, fact, 0, LAPSE.cite) for fact in facts)


@STEPS.step("awaw.tension.covert")
def covert(world: World, frame: Frame) -> Directive:
    """Covert operations: the signed number that the table enters."""
    value = frame.get("value")
    if not isinstance(value, int) or isinstance(value, bool) or value == 0:
        raise COVERT.refuse(world, f"the effect of covert operations is a signed number, not {value!r}")
    if _track(frame) is not USAT:
        raise COVERT.refuse(world, "covert operations are for the U.S.-Axis track only")
    world.note(COVERT.cite, True)
    return done(_track(frame).add(world, value, COVERT.cite, COVERT.label))


# -- what happens on the board
@STEPS.step("awaw.tension.declaration")
def declaration(world: World, frame: Frame) -> Directive:
    """Somebody declares war; countries named together are one declaration.  The book's own event comes here first."""
    makers = several(frame.get("by"), POWERS, "power")
    targets = several(frame.get("on"), PARTIES, "power or country")
    if USA in makers and set(targets) & set(AXIS_POWERS) and not holds(at_war(USA, "axis"), world):
        USAT.require("usat-res-50", world)
    if USA in makers and JAPAN in targets and not holds(at_war(USA, JAPAN), world):
        USJT.require(ENTRY.slug, world)
    then = "awaw.tension.declare"
    if RUSSIA in makers:
        then = "awaw.tension.russian-war"
    elif GERMANY in makers and RUSSIA in targets and not holds(at_war(GERMANY, RUSSIA), world):
        then = "awaw.tension.invasion"
    return go(then, by=makers, on=targets)


@STEPS.step("awaw.tension.declare")
def declare(world: World, frame: Frame) -> Directive:
    """The declaration stands, and every track takes it in; a Japanese one may bring a die at once."""
    makers, targets = list(frame.by), list(frame.on)
    changes: list[Change] = []
    for maker in makers:
        world.note(EUROPEAN_AXIS.cite, maker in EUROPEAN_AXIS.value)
        for target in targets:
            changes.append(change(world, f"declared-war.{maker}.{target}", True))
            changes.append(change(world, war_key(maker, target), True))
    for faction in {f for maker in makers if (f := faction_of(maker))}:
        mine = [m for m in makers if m in MEMBERS[faction]]
        apart = len(mine) if faction == "axis" else 1  # Germany and Italy declare war each for itself
        if extra := apart * (_new_neighbours(world, mine, targets) - 1):
            changes.append(more(world, f"joint-declarations.{faction}", max(0, extra)))
        if faction == WESTERN_ALLIES:
            neutral = [t for t in targets if t in POWERS and _at_peace(world, t)]
            changes.append(more(world, f"neutral-powers-attacked.{faction}", len(neutral)))
    found = on_all(world, changes)
    urgent = _urgent_die(world.with_changes(found, world.now), makers, targets)
    return do(found, then="awaw.tension.die", track=USJT.slug, urgent=urgent) if urgent else done(found)


def _urgent_die(world: World, makers: list[str], targets: list[str]) -> str:
    """The id under which a Japanese declaration of war has the USJT die rolled at once."""
    if JAPAN not in makers:
        return ""
    for rule, target in ((FINAL_DIE, USA), (URGENT_DIE, BRITAIN)):
        if target in targets and rule.applies(world):
            return rule.cite
        world.note(rule.cite, False)
    return ""


def _new_neighbours(world: World, makers: list[str], targets: list[str]) -> int:
    """How many minor neutrals are named that these powers had not declared war on before."""
    return sum(
        1
        for group in NEUTRAL_MINORS
        if set(group) & set(targets) and not any(world[f"declared-war.{m}.{t}"] for m in makers for t in group)
    )


def _at_peace(world: World, power: str) -> bool:
    return not any(world[war_key(power, other)] for other in PARTIES if other != power)


@STEPS.step("awaw.tension.offensive")
def offensive(world: World, frame: Frame) -> Directive:
    """BRPs spent on offensives; those against partisans are not counted."""
    power, brps = one_of(frame.get("power"), POWERS, "power"), number_from(frame, "brps")
    european = power in EUROPEAN_AXIS.value
    world.note(EUROPEAN_AXIS.cite, european)
    if power == JAPAN:
        return go("awaw.tension.japanese-offensive")
    counts = european and not frame.get("partisans", False)
    return judged(world, [more(world, f"offensive-brps.{power}", brps)] if counts else [])


@STEPS.step("awaw.tension.capture")
def capture(world: World, frame: Frame) -> Directive:
    """A place changes hands, or the Axis gain or lose their last hex of an area."""
    place = one_of(frame.get("place"), (*PLACES, *FOOTHOLDS, *RUSSIAN_AREAS), "place")
    by = one_of(frame.get("by", NOBODY), CONTROLLERS, "controller")
    changes = []
    if place in FOOTHOLDS:
        changes.append(change(world, f"foothold.{place}", by == "axis"))
    if place in RUSSIAN_AREAS:
        changes.append(change(world, f"russian-foothold.{place}", by == RUSSIA))
    if changes:
        return judged(world, changes)
    return judged(world, [change(world, f"control.{place}", by)])


@STEPS.step("awaw.tension.ics")
def ics(world: World, frame: Frame) -> Directive:
    return judged(world, [change(world, "captured-ics", number_from(frame, "held", 0))])


@STEPS.step("awaw.tension.atomic")
def atomic(world: World, frame: Frame) -> Directive:
    owner = one_of(frame.get("on"), HEX_OWNERS, "owner of the hex")
    return judged(world, [more(world, f"atomic-attacks-on.{owner}", 1)])


@STEPS.step("awaw.tension.east")
def east(world: World, frame: Frame) -> Directive:
    """Ground and air factors go to the Far East; what goes after the war there began is not counted by the row."""
    who = one_of(frame.get("who"), UNITS_EAST, "kind of units")
    return judged(world, [more(world, f"sent-east.{who}", number_from(frame, "factors"))])


@STEPS.step("awaw.tension.fleet")
def fleet(world: World, frame: Frame) -> Directive:
    return judged(world, [change(world, "naval-factors-east", number_from(frame, "factors", 0))])


@STEPS.step("awaw.tension.mining")
def mining(world: World, frame: Frame) -> Directive:
    """Norwegian waters are mined; without leave unless Norway agrees."""
    consent = frame.get("consent", False)
    changes = [change(world, "event.norwegian-waters-mined", True)]
    return judged(world, changes if consent else [*changes, change(world, "mined-without-consent", True)])


@STEPS.step("awaw.tension.subversion")
def subversion(world: World, frame: Frame) -> Directive:
    RGT.require(SUBVERSION.slug, world)
    return judged(world, [more(world, "tally.russian-subversion", number_from(frame, "attempts"))])


PROCEDURES = {
    "tension-start": Procedure("awaw.tension.start", "The turn begins on the tension tracks"),
    "tension-judge": Procedure("awaw.tension.judge", "The tension tracks take in what was reported"),
    "tension-phase-begins": Procedure(
        "awaw.tension.phase-begins", "A diplomatic phase begins", {"side": "axis or allied"}
    ),
    "tension-phase-ends": Procedure("awaw.tension.phase-ends", "The diplomatic phase ends"),
    "tension-axis-end": Procedure("awaw.tension.axis-end", "The Axis player turn ends"),
    "tension-end": Procedure("awaw.tension.end", "The game turn ends"),
    "tension-dice": Procedure(
        "awaw.tension.dice",
        "The dice for the effective levels, and what follows from them",
        {"track": "one track only; all of them if nothing is said"},
    ),
    "tension-grant": Procedure("awaw.tension.grant", "What the U.S. grants this turn", WHICH),
    "tension-remind": Procedure("awaw.tension.remind", "The last chance to trigger DPs in the United States"),
    "tension-year-end": Procedure("awaw.tension.year-end", "DPs left in the United States lapse"),
}

EVENTS = {
    "spend-offensive": Event(
        "awaw.tension.offensive",
        "BRPs are spent on offensives",
        {
            "power": "who spends them",
            "brps": "how many",
            "partisans": "yes if they go against partisans",
            "front": "of Japan: asian, south-east-asian or pacific",
            "full": "of Japan: yes for a full offensive",
            "against": "of Japan: russia or communist-china if it goes against their units",
        },
        cite="USAT-EVT-1",
    ),
    "capture": Event(
        "awaw.tension.capture",
        "A place is captured or recaptured",
        {"place": "a city, or an area of which somebody gains or loses the only hex", "by": "who controls it now"},
        cite="USAT-TIME-6",
    ),
    "capture-ics": Event(
        "awaw.tension.ics",
        "Russian ICs are captured or lost again",
        {"held": "how many the Axis hold now"},
        "USAT-EVT-9",
    ),
    "atomic-attack": Event(
        "awaw.tension.atomic", "A German atomic attack", {"on": "who controls the hex"}, cite="USAT-EVT-10"
    ),
    "transfer-to-far-east": Event(
        "awaw.tension.east",
        "Ground and air factors go to the Far East",
        {"who": "british, canadian, south-african, australian, indian or chindit", "factors": "how many"},
        cite="USAT-EVT-12",
    ),
    "fleet-in-the-east": Event(
        "awaw.tension.fleet", "British ships in India and the Far East", {"factors": "how many now"}, cite="USAT-EVT-13"
    ),
    "mining": Event(
        "awaw.tension.mining", "Norwegian waters are mined", {"consent": "yes if Norway agrees"}, cite="USAT-EVT-15"
    ),
    "subversion": Event(
        "awaw.tension.subversion", "A Russian subversion attempt", {"attempts": "how many"}, cite="USAT-EVT-20"
    ),
    "covert-operation": Event(
        "awaw.tension.covert",
        "Covert operations on a track",
        {"value": "the signed effect", **WHICH},
        cite="USAT-DIP-4",
    ),
    "trigger-dps": Event(
        "awaw.tension.trigger",
        "DPs in the United States are triggered",
        {"power": "whose DPs", "dps": "how many"},
        cite="USAT-DIP-1",
    ),
    "grant": Event(
        "awaw.tension.grant-now",
        "The U.S. grants BRPs",
        {"to": "who receives them", "brps": "how many"},
        cite="USAT-BRP-1",
    ),
    "use-result": Event(
        "awaw.tension.use",
        "The U.S. uses what a track has opened",
        {"result": "the id of the result, in small letters", **WHICH},
        cite="USAT-GEN-4",
    ),
}
