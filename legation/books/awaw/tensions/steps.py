"""The tension tracks in the order of a turn: the start, the diplomatic phases, the dice and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from legation.books.awaw.order_of_play import published
from legation.books.awaw.powers import ALLIED, BRITAIN, CHINA, FRANCE, NOBODY, POWERS, SIDES, USA
from legation.books.awaw.reports import AMOUNT, ONE_POWER, ONE_TRACK, Reports
from legation.books.awaw.tensions.intake import (
    TRACKS,
    WHICH,
    brought,
    each_track,
    judged,
    number_from,
    on_all,
    one_of,
    track_of,
    tracks_of,
)
from legation.books.awaw.tensions.rows import Moment
from legation.books.awaw.tensions.thresholds import DIE_FIRST
from legation.books.awaw.tensions.track import ORDER, Track
from legation.books.awaw.tensions.usat import TRIGGER, USAT
from legation.books.awaw.tensions.usjt import ELSEWHERE, FINAL_DIE, URGENT_DIE, USJT
from legation.books.awaw.vocabulary import SEASONS, fallen, surrendered
from legation.books.awaw.war.endings import OUT_OF_IT
from legation.core.book import Procedure
from legation.core.dice import d6
from legation.core.errors import Refused
from legation.core.expr import amount as amount_of
from legation.core.expr import holds
from legation.core.facts import Change, World
from legation.core.machine import Directive, Frame, Steps, ask, call, do, done, go, roll
from legation.core.requests import amount
from legation.core.rules import Rule, carry_out
from legation.core.voice import how_many
from legation.core.wording import Name, Wording

__all__ = ["EVENTS", "PROCEDURES", "STEPS"]

# The moments of the turn that rows and players ask for.
AXIS_OVER = Rule("the Axis player turn is over", ORDER.cite, again=True)
IN_A_PHASE = Rule("a diplomatic phase begins, in which DPs may be triggered", TRIGGER.cite, again=True)
PHASE_OVER = Rule("the diplomatic phase is over", TRIGGER.cite, again=True)
URGENT = {
    rule.cite: Rule("this die takes the place of the next one", rule.cite, again=True)
    for rule in (URGENT_DIE, FINAL_DIE)
}

STEPS = Steps()
REPORTS = Reports(STEPS)
EVENTS = REPORTS.events


# -- the turn
@STEPS.step("awaw.tension.open")
def open_tracks(world: World, frame: Frame) -> Directive:
    """The levels that a campaign begins with; the first DPs rest on them."""
    return done(each_track(world, (), lambda track, after: track.opened(after)))


@STEPS.step("awaw.tension.start")
def start(world: World, frame: Frame) -> Directive:
    """The turn begins on every track, or on one; who has surrendered does not fight any more."""
    out = carry_out(OUT_OF_IT, world)[1]
    return done(each_track(world, out, lambda track, after: track.begin(after), frame.get("track", "")))


@STEPS.step("awaw.tension.judge")
def judge(world: World, frame: Frame) -> Directive:
    """Look at what has come about since the last look."""
    return judged(world, ())


@STEPS.step("awaw.tension.axis-end")
def axis_end(world: World, frame: Frame) -> Directive:
    """The Axis player turn is over: remnants of offensive BRPs count now."""
    over = AXIS_OVER.brings(world, {"axis-turn-over": True})
    return judged(world, over, Moment.AXIS_END, frame.get("track", ""))


@STEPS.step("awaw.tension.end")
def end(world: World, frame: Frame) -> Directive:
    """The game turn is over; a level that was reached in its last half still lets Russia mobilize in it."""
    only = frame.get("track", "")
    return do(on_all(world, (), Moment.END, only), then="awaw.tension.late-mobilization")


@STEPS.step("awaw.tension.late-mobilization")
def late_mobilization(world: World, frame: Frame) -> Directive:
    if frame.get("track") and not track_of(frame).mobilizing:
        return done()
    return call("awaw.tension.russia", then="awaw.tension.ended")


@STEPS.step("awaw.tension.ended")
def ended(world: World, frame: Frame) -> Directive:
    """A late mobilization counts as made when the Russian player turn began: its factory counts in this turn."""
    return judged(world, (), Moment.END, frame.get("track", ""))


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
    begins = IN_A_PHASE.brings(world, {"diplomatic-phase": side})
    return judged(world, begins, moment, frame.get("track", ""))


@STEPS.step("awaw.tension.phase-ends")
def phase_ends(world: World, frame: Frame) -> Directive:
    """What the phase brought about is taken in; the last phase of the year is the last chance for DPs.

    In the published order every side has had it before the dice of its own phase.
    """
    changes = on_all(world, ())
    last = world["season"] == SEASONS[-1] and world["diplomatic-phase"] == ALLIED and not published(world)
    return do(changes, then="awaw.tension.last-call" if last else "awaw.tension.phase-over")


@STEPS.step("awaw.tension.last-call")
def last_call(world: World, frame: Frame) -> Directive:
    return call("awaw.tension.remind", then="awaw.tension.phase-over")


@STEPS.step("awaw.tension.phase-over")
def phase_over(world: World, frame: Frame) -> Directive:
    return done(PHASE_OVER.brings(world, {"diplomatic-phase": NOBODY}))


# -- the die and what follows from it
@STEPS.step("awaw.tension.dice")
def dice(world: World, frame: Frame) -> Directive:
    """The end of the Allied diplomatic phase, for each track: the die if it has one, and what follows.

    In the published order all dice come first, then all mobilizations, the Russian ones before the American.
    """
    tracks = [frame.track] if frame.get("track") else [t.slug for t in tracks_of(world)]
    if published(world):
        left = frame.get("left", _all_dice_first(tracks))
        if not left:
            return done()
        (track, step), *rest = left
        alone = {"alone": True} if step in _order(TRACKS[track]) else {}
        return call(step, then="awaw.tension.dice", keep={"left": rest}, track=track, **alone)
    left = frame.get("left", tracks)
    if not left:
        return done()
    first = _order(TRACKS[left[0]])[0]
    return call(first, then="awaw.tension.dice", keep={"left": left[1:]}, track=left[0])


def _all_dice_first(tracks: list[str]) -> list[list[str]]:
    """The steps of these tracks: the first of each, then the second, then what comes after mobilizations."""
    russia_first = sorted(tracks, key=lambda slug: not TRACKS[slug].mobilizing)
    found = [[slug, _order(TRACKS[slug])[0]] for slug in tracks]
    found += [[slug, _order(TRACKS[slug])[1]] for slug in russia_first]
    return found + [[slug, TRACKS[slug].follow_up or "awaw.tension.grant"] for slug in tracks]


def _order(track: Track) -> tuple[str, ...]:
    """The steps of the die and of the mobilization, in the order of the track."""
    return track.schedule.order.of if track.schedule else DIE_FIRST


def _next(track: Track, step: str) -> str:
    """What comes after one of these steps; after the last, whatever the track has besides, and grants."""
    order = _order(track)
    place = order.index(step) + 1
    return order[place] if place < len(order) else track.follow_up or "awaw.tension.grant"


def _on(frame: Frame, track: Track, step: str, changes: Iterable[Change] = ()) -> Directive:
    """One of these steps is over: to the next, unless it was taken alone."""
    return done(changes) if frame.get("alone") else do(changes, then=_next(track, step))


@STEPS.step("awaw.tension.die")
def die(world: World, frame: Frame) -> Directive:
    track = track_of(frame)
    urgent = frame.get("urgent", "")
    early = track is USJT and world["rolled-early"] == world["turn"] and not urgent
    if track.die is None or early or (not urgent and not track.die.applies(world)):
        return _on(frame, track, "awaw.tension.die")
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
    track = track_of(frame)
    changes = track.effects(frame.face, world)
    if urgent := frame.get("urgent"):  # it takes the place of the next ordinary die
        rolled = world[f"die-rolled-in.{track.slug}"] == world["turn"]
        changes += URGENT[urgent].brings(world, {"rolled-early": world["turn"] + rolled})
    return do(changes, then="awaw.tension.reached")


@STEPS.step("awaw.tension.reached")
def reached(world: World, frame: Frame) -> Directive:
    track = track_of(frame)
    return _on(frame, track, "awaw.tension.die", track.reached(world))


@STEPS.step("awaw.tension.mobilize")
def mobilize(world: World, frame: Frame) -> Directive:
    """At most one mobilization a turn; part of it may be shipbuilding."""
    track = track_of(frame)
    if track.mobilizing:
        return go(track.mobilizing)
    due = track.next_mobilization(world)
    if due is None or track.schedule is None:
        return _on(frame, track, "awaw.tension.mobilize")
    each, brps = track.schedule.ships.value, track.schedule.brps
    question = amount(
        USA,
        f"How many shipbuilding increases of {each} BRPs among the {brps} BRPs of units that the U.S. mobilizes?",
        range(brps // each + 1),
        cite=due,
        why=f"{brps} BRPs hold {brps // each} increases of {each}",
        subject=track.slug,
        did="mobilizes with [{shipbuilding increase}|no shipbuilding increase]",
    )
    return ask(question, then="awaw.tension.mobilized", into="ships", due=due)


@STEPS.step("awaw.tension.mobilized")
def mobilized(world: World, frame: Frame) -> Directive:
    track = track_of(frame)
    return _on(frame, track, "awaw.tension.mobilize", track.mobilize(world, frame.due, frame.ships))


# -- grants
@STEPS.step("awaw.tension.grant")
def grant(world: World, frame: Frame) -> Directive:
    """Before the U.S. is at war: what it gives away this turn."""
    track = track_of(frame)
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
        f"How many BRPs does the U.S. grant to {left[0].title()}?",
        range(brps + 1),
        cite=track.grants.right.cite,
        why=f"{how_many(brps, 'BRP')} may be granted this turn",
        subject=track.slug,
        did=f"grants [{{BRP}}|no BRPs] to {left[0].title()}",
    )
    return ask(question, then="awaw.tension.granted", into="brps", to=left[0], asked=[*asked, left[0]])


@STEPS.step("awaw.tension.granted")
def granted(world: World, frame: Frame) -> Directive:
    track = track_of(frame)
    assert track.grants is not None
    fact = f"granted.{frame.to}"
    given = brought(world, track.grants.right.used, {fact: world[fact] + frame.brps})
    return do(given, then="awaw.tension.grant")


@REPORTS.event(
    "grant",
    "awaw.tension.grant-now",
    "The U.S. grants BRPs",
    {"to": "who receives them", "brps": "how many"},
    cite="USAT-BRP-1",
    words=Wording(
        ("the United States grants {brps} BRP(s) to {to}", "the U.S. grants {brps} BRP(s) to {to}"),
        {"to": ONE_POWER, "brps": AMOUNT},
    ),
)
def grant_now(world: World, frame: Frame) -> Directive:
    """A grant that the U.S. announces by itself."""
    to, brps = one_of(frame.get("to"), POWERS, "power"), number_from(frame, "brps")
    shut = [limit for t in TRACKS.values() if t.grants and (limit := t.grants.closed.get(to)) and limit.forbids(world)]
    if shut:
        raise Refused(shut[0].label, rule=shut[0].cite, allowed=[BRITAIN, FRANCE, CHINA])
    track = USAT if ELSEWHERE.forbids(world.scoped(power=to)) else USJT
    assert track.grants is not None
    if holds(track.grants.entered, world):
        return done()
    one_of(to, track.grants.to, "power that may receive a grant")
    if track.die and world[f"die-rolled-in.{track.slug}"] < world["turn"]:
        raise Refused("the die for this turn's effective level comes first", rule=track.die.cite)
    track.require(track.grants.right.slug, world)
    left = track.grant_left(world)
    if brps > left:
        none = track.grants.none
        raise Refused(f"{none.label}: at most {how_many(left, 'BRP')} this turn", rule=none.cite)
    return done(brought(world, track.grants.right.used, {f"granted.{to}": world[f"granted.{to}"] + brps}))


@REPORTS.event(
    "use-result",
    "awaw.tension.use",
    "The U.S. uses what a track has opened",
    {"result": "the id of the result, in small letters", **WHICH},
    cite="USAT-GEN-4",
    words=Wording(
        (
            "the United States uses a result of {track}: {result}",
            "the United States uses a result: {result}",
            "the U.S. uses a result: {result}",
        ),
        {"result": Name(tuple(r for t in TRACKS.values() for r in t.named_results)), "track": ONE_TRACK},
        adds=("of {track}",),
    ),
)
def use(world: World, frame: Frame) -> Directive:
    """Somebody makes use of what a track has opened."""
    named_track = str(frame.get("result")).split("-")[0]
    track = TRACKS[named_track] if named_track in TRACKS and not frame.get("track") else track_of(frame)
    result = track.require(str(frame.get("result")), world)
    fact = f"tension-used.{result.slug}"
    return done(result.used.brings(world, {fact: world[fact] or world["turn"]}))


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
