"""A country's dossier: where it stands, who may influence it, what would tip it, and what is one step away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from urllib.parse import urlencode

from legation.books.twg.chart import Influence, Neutral, Unrest, below, chance
from legation.books.twg.charts import home_of, neutral_by_slug
from legation.books.twg.diplomacy import rights
from legation.books.twg.diplomacy.battles import pending
from legation.books.twg.odds import outlook
from legation.books.twg.powers import ALL, TITLES
from legation.books.twg.schema import ARMY, LAND
from legation.books.twg.turn import reminders
from legation.books.twg.vocabulary import BY, held_by_another
from legation.core.chronicle import chronicle
from legation.core.dice import d12
from legation.core.errors import Unknown
from legation.core.expr import Expr, all_of, amount
from legation.core.facts import World
from legation.core.missing import missing_for
from legation.core.shortened import row_of
from legation.core.sight import Sight
from legation.core.span import Span, exact
from legation.core.trace import Trace
from legation.core.views import (
    Dossier,
    Facts,
    Forces,
    Kin,
    Mark,
    Outlook,
    Right,
    Rights,
    Sayings,
    Section,
    Step,
    Tip,
    Tips,
)
from legation.core.words import capital, counted, listed, ordinal, percent

__all__ = ["dossier_of", "one_step_away"]

SIDES = d12.sides
REACTIONS, KIN_REACTIONS, TIPS, TOLD = 6, 3, 9, 10  # so many lines on a dossier
FEW = 6  # of the changes that are one step away


def dossier_of(sight: Sight, subject: str, mark: Mark) -> Dossier:
    world, neutral = sight.world, home_of()[subject]
    lands = neutral.lands if subject == neutral.slug else (subject,)
    chart = neutral.slug if subject in neutral.lands else subject  # a half has the government of its nation
    at_home = chart == neutral.slug
    odds, unknown = outlook(world, subject)
    needs = tuple(dict.fromkeys(key for keys in unknown.values() for key in keys))
    kin = _kin(sight, subject)
    army = {kind: sum(sight.get(f"army.{land}.{kind}") or 0 for land in lands) for kind in ARMY}
    guests = {nation: _units(units) for nation in ALL if (units := _guests(world, lands, nation))}
    tips = (*_tips(sight, neutral, odds), *_reactions(sight, subject, KIN_REACTIONS if kin else REACTIONS))
    board = (f"units.{subject}.", f"threat.{subject}", f"holder.{subject}")
    told = [key for key in world.set_facts() if key.startswith(board)]
    main: list[Section] = [Rights("Who may influence it", _rights(sight, neutral, subject))]
    main += [Tips("What would tip it", tips), Outlook("Where it is going")]
    aside: list[Section] = [Facts("To be told first", tuple(sight.facts(needs)), wanted=True)]
    if at_home:
        main.insert(2, Tips("One step away", one_step_away(world, neutral)))
        aside.append(Sayings("To remember", tuple(_to_remember(sight, neutral))))
    aside += [
        Forces(
            "Forces",
            tuple((kind.replace("-", " "), n) for kind, n in army.items() if n),
            tuple((sight.bloc(n), sight.name(n), units) for n, units in guests.items()),
        ),
        Kin("Under one chart", kin),
        Facts("Told by the board", tuple(sight.facts(told)[:TOLD])),
    ]
    return Dossier(
        subject,
        sight.place(subject),
        _lede(neutral),
        mark,
        tuple(_head(sight, subject, chart, lands, guests)),
        main=tuple(main),
        aside=tuple(aside),
        aside_says="Forces and history",
    )


def _lede(neutral: Neutral) -> str:
    courts, rolls = listed(list(dict.fromkeys(TITLES[nation] for nation, _ in neutral.rights))), len(neutral.rolls_due)
    lede = f"Courted by {courts.removesuffix('.')}." if courts else "No chart row lets anybody influence it."
    return lede + (f" {capital(counted(rolls, 'unrest roll'))} in its chart." if rolls else " It has no unrest roll.")


def _head(
    sight: Sight, subject: str, chart: str, lands: tuple[str, ...], guests: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """What stands at the head of the page: label, value, and where it comes from."""
    neutral, at_home = home_of()[subject], chart == home_of()[subject].slug
    values = [sight.get(f"value.{land}") for land in lands]
    value = "board sheet" if None in values else str(sum(values))
    yield "Value", value, _source(sight, f"value.{subject}")
    ruled, since = sight.get(f"government.{chart}"), sight.get(f"in-power-since.{chart}")
    government = capital(sight.say(ruled if ruled not in (None, "none") else "nobody of note"))
    government += f", since turn {since}" if since else ""
    yield "Government", government, _source(sight, f"government.{chart}")
    yield "Foreign units", ", ".join(f"{sight.name(n)} {u}" for n, u in guests.items()) or "none", ""
    counters = _counters(sight.world, neutral) if at_home else []
    yield "Money countered by", listed([sight.name(n) for n in counters], "or") or "nobody", ""


def _guests(world: World, lands: tuple[str, ...], nation: str) -> dict[str, int]:
    units = {k: sum(world.get(f"units.{p}.{nation}.{k}") or 0 for p in lands) for k in LAND}
    return {k: n for k, n in units.items() if n}


def _counters(world: World, neutral: Neutral) -> list[str]:
    """Who may spend against the money of somebody who courts it."""
    paid = (nation for nation in neutral.suitors if rights.may_pay(world, neutral, nation))
    return list(dict.fromkeys(rival for nation in paid for rival in neutral.counters(nation)))


# -- parts of it
def _units(count: Mapping[str, int]) -> str:
    return listed([f"{number} {kind.replace('-', ' ')}" for kind, number in count.items()])


def _source(sight: Sight, key: str) -> str:
    return f"fact={key}" if sight.get(key) is not None else ""


def _kin(sight: Sight, subject: str) -> tuple[tuple[str, str, Mark, str], ...]:
    """A country with its halves and colonies: all that one chart rules."""
    home = home_of()[subject]
    places = [slug for slug in sight.book.subjects() if home_of()[slug] is home]
    worth = {slug: sight.get(f"value.{slug}") for slug in places}
    return tuple(
        (slug, sight.place(slug), sight.book.views.mark(sight, slug), "board sheet" if value is None else str(value))
        for slug, value in worth.items()
        if len(places) > 1
    )


def _rights(sight: Sight, neutral: Neutral, subject: str) -> tuple[Right, ...]:
    return tuple(_right(sight, neutral, subject, nation, right) for nation, right in neutral.rights)


def _right(sight: Sight, neutral: Neutral, subject: str, nation: str, right: Influence) -> Right:
    condition = rights.open_now(neutral, nation, right)
    value = condition.value(sight.world)
    return Right(
        nation=nation,
        name=sight.name(nation),
        bloc=sight.bloc(nation),
        aim=capital(right.label),
        rule=right.cite,
        open=None if isinstance(value, Span) else bool(value),
        steps=tuple(_steps(sight, neutral, subject, nation, right)),
        gate=row_of(sight.world, condition.trace(sight.world)).parts[:4],
        why=urlencode({"subject": subject, "by": nation}),
    )


def _steps(sight: Sight, neutral: Neutral, subject: str, nation: str, right: Influence) -> list[Step]:
    """The steps of the progression: what was rolled on those gone by, the chance on those to come."""
    try:
        number = rights.trace_of(sight.world, neutral, nation, right)
    except Unknown:
        return []
    if not exact(number.value):
        return []
    numbers = tuple(rights.STEPS.values())
    tried = sight.get(f"attempts.{neutral.slug}.{nation}") or sight.get(f"attempts.{subject}.{nation}") or 0
    now = min(tried, len(numbers) - 1)
    rest = int(number.value) - numbers[now]
    past = [
        line
        for line in chronicle(sight).lines
        if not line.undone_by
        and line.kind == "roll"
        and any(e.fact == f"attempts.{subject}.{nation}" for e in line.effects)
    ]
    found = []
    for i, value in enumerate(numbers):
        total = max(0, min(value + rest, SIDES))
        if i < min(tried, len(past)):
            line = past[i]
            won = any(e.fact == f"stance.{subject}.{nation}" for e in line.effects)
            turn = line.phase.split(", ")[0].lower()
            note = f"{turn}, rolled {line.cause['roll']}"
            found.append(Step(value, ordinal(i + 1), "hit" if won else "miss", note))
        else:
            next_ = "next" if i == now else ""
            found.append(Step(value, next_, next_, percent(Fraction(total, SIDES))))
    return found


def _tips(sight: Sight, neutral: Neutral, odds: Mapping[str, Mapping[str, Fraction]]) -> tuple[Tip, ...]:
    """What would move the country: its unrest rolls, then what turns it as soon as something is so."""
    found = [_roll(sight, roll, odds.get(roll.label, {})) for roll in neutral.rolls_due]
    begins = [*map(neutral.bind, (*neutral.each_turn, *neutral.as_turn_begins)), *neutral.set_back_by_pauses()]
    for rule in (*begins, *neutral.whenever):
        trace: Trace | None = rule.trace(sight.world) if hasattr(rule, "trace") else None
        if trace is None or trace.applied:
            continue  # in force already, and told with the status
        note = "hangs on what nobody has told yet" if isinstance(trace.value, Span) else ""
        found.append(Tip(capital(trace.text), trace.rule or "", "flag", note))
    return tuple(dict.fromkeys(found))[:TIPS]  # a rule for each of two nations is told once


def _roll(sight: Sight, roll: Unrest, chances: Mapping[str, Fraction]) -> Tip:
    share = chances.get("succeeds") if set(chances) == {"succeeds", "fails"} else None
    sides, note = SIDES, "" if roll.when.value(sight.world) is True else "not due now"
    faces = ("sure",) * int(share * sides) + ("",) * (sides - int(share * sides)) if share is not None else ()
    if chances and share is None:
        note = "; ".join(f"{capital(label)} {percent(chance_)}" for label, chance_ in chances.items())
    return Tip(capital(roll.label), roll.cite, "die", note, faces, percent(share) if share is not None else "")


def _reactions(sight: Sight, subject: str, most: int) -> tuple[Tip, ...]:
    """What an attack would make of it."""
    ledgers = sight.book.registry.ledgers
    ids = [id for id in sight.book.rules_of(subject) if id in ledgers and ledgers.kind(id) == "reaction"]
    return tuple(Tip(capital(label), id, "sword") for id in ids if (label := sight.label(id)))[:most]


# -- what is one step away
def _conditions(world: World, neutral: Neutral) -> Iterator[tuple[Expr, str, str, str]]:
    """Everything that is not so yet: the condition, what it would bring, by which rule, and the chance of that."""
    for rule in neutral.whenever:
        yield rule.when, neutral.bind(rule.label), rule.cite, ""
    for roll in neutral.rolls_due:
        odds = ""
        if not roll.bands:
            try:
                odds = percent(chance(roll, world))
            except Unknown:
                odds = "chance unknown"
        yield roll.when, f"{TITLES[roll.rolls]} rolls: {roll.label}", roll.cite, odds
    for nation, right in neutral.rights:
        if neutral.bind(below(right.into, BY), nation).value(world) is not True:
            continue
        free = [] if right.despite_others else [~held_by_another(neutral.slug, nation)]
        try:
            odds = percent(rights.odds_of(world, neutral, nation, right, amount(right.least, world)))  # type: ignore[arg-type]
        except Unknown:
            odds = "chance unknown"
        yield all_of(*free, right.when), f"{TITLES[nation]} may try: {right.label}", right.cite, odds


def one_step_away(world: World, neutral: Neutral) -> tuple[Tip, ...]:
    """What a single change on the board would bring about."""
    if world.get(f"ended.{neutral.slug}"):
        return ()
    found = []
    for when, what, rule, odds in _conditions(world, neutral):
        missing = missing_for(when, world, world.schema.clock)
        if missing and len(missing) == 1 and missing[0].value(world) is False:
            note = odds if odds != percent(1) else ""
            found.append(Tip(capital(f"if {missing[0].english}, {what}"), rule, "flag", note))
    return tuple(dict.fromkeys(found))[:FEW]


# -- what is to be remembered
def _to_remember(sight: Sight, neutral: Neutral) -> Iterator[tuple[str, str]]:
    """Battles that its chart orders, duties, and what only this chart keeps in mind."""
    world = sight.world
    try:
        ordered = [neutral.battles[i].label for _, _, i in pending(world, [neutral.slug])]
        yield from ((f"A battle is ordered: {label}", "") for label in ordered)
        yield from ((capital(line), "") for line in reminders(world, [neutral.slug]))
    except Unknown:
        pass  # what is lacking stands among the facts to be told first
    for family in neutral_by_slug()[neutral.slug].remembers:
        for key in family.keys():  # noqa: SIM118 - a family is no mapping
            if world.get(key) not in (None, family.default, False, 0, "none"):
                fact = sight.fact(key)
                yield f"{fact.says}: {fact.value}" if fact.value else fact.says, ""
