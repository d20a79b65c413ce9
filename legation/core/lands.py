"""Lands: what is limited there, what falls due, what is to be remembered, and a land's story over the years.

Sections of a dossier that any book can have: read from facts and from the questions that a book answers.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from legation.core.chronicle import chronicle
from legation.core.errors import LegationError, Unknown
from legation.core.inquiries import allowances_of, remarks_of
from legation.core.machine import Ask, Frame
from legation.core.sight import Sight
from legation.core.views import Fact, Facts, Limits, Sayings, Story, StoryChapter, StoryEvent
from legation.core.words import capital

__all__ = ["deadlines_of", "facts_of", "limits_of", "sayings_of", "story_of"]


def story_of(sight: Sight, slug: str) -> Story:
    """What has become of a land, oldest first; book-keeping left out."""
    told = sight.book.views.story
    chapters: dict[str, list[StoryEvent]] = {}
    for line in chronicle(sight).lines:
        if line.undone_by or line.kind == "setup":
            continue
        mine = [e for e in line.effects if slug in (parts := e.fact.split("."))[1:] and parts[0] in told]
        if not mine:
            continue
        when = sight.turn_of(line.phase)
        mine.sort(key=lambda e: list(told).index(e.fact.split(".")[0]))
        changes = tuple((_short(sight, e.fact, slug) if e.new else e.says, e.old, e.new, e.rule) for e in mine)
        chapters.setdefault(when, []).append(StoryEvent(line.seq, _lead(changes), line.text, changes))
    return Story("Its story", tuple(StoryChapter(when, tuple(events)) for when, events in chapters.items()))


def _lead(changes: tuple[tuple[str, str, str, str], ...]) -> str:
    """The two changes that tell most, as a headline; what merely ended comes last."""
    said = [f"{what} {new}".rstrip() for what, _, new, _ in changes if new not in ("nobody", "0", "no")]
    said += [f"{what}: {old} no longer" for what, old, new, _ in changes if new == "nobody"]
    return "; ".join(said[:2]) or f"{changes[0][0]}: {changes[0][2]}"


def _short(sight: Sight, key: str, slug: str) -> str:
    """A fact without the land that the page is about."""
    family, *names = key.split(".")
    word = sight.book.views.story[family]
    rest = [sight.say(n) for n in names if n != slug]
    return capital(f"{word} {', '.join(rest)}".strip())


# -- what the referee says
def _asked(sight: Sight, name: str, **details: str) -> tuple[str, str]:
    """What a procedure of the book would tell the table, and its rule; empty if it has nothing to say."""
    procedure = sight.book.procedures.get(name)
    if procedure is None:
        return "", ""
    try:
        said: Any = sight.book.steps[procedure.step](sight.world, Frame(procedure.step, dict(details)))
    except Unknown as needed:
        facts = [f.says for f in sight.facts(needed.questions[:2])]
        return f"To be told first: {'; '.join(facts)}" if facts else "", ""
    except LegationError:
        return "", ""
    if not isinstance(said, Ask) or not said.questions:
        return "", ""
    return said.questions[0].prompt.removesuffix("."), said.questions[0].cite


def limits_of(sight: Sight, slug: str) -> Limits:
    """The limits in use there: for whom, how many more, the rule."""
    found = []
    for one in allowances_of(sight.book, sight.world, slug):
        lacking = "; ".join(f.says for f in sight.facts(one.needs[:2]))
        text = f"{one.words}. To be told first: {lacking}" if lacking else one.words
        found.append((capital(sight.say(one.nation)) if one.nation else "", capital(text), one.rule))
    return Limits("Limits in use", tuple(found))


def sayings_of(sight: Sight, slug: str) -> Sayings:
    """How it stands, and what is to be remembered of such a country, each with its rule."""
    found = [_asked(sight, sight.book.views.standing, **{"in": slug})]
    found += [(remark.says, remark.rule) for remark in remarks_of(sight.book, sight.world, slug)]
    return Sayings("To remember", tuple(dict.fromkeys((capital(text), cite) for text, cite in found if text)))


def deadlines_of(sight: Sight, slug: str) -> Facts:
    """What is on its way: payments, losses, factors that must leave."""
    return Facts("What falls due", _set(sight, slug, sight.book.views.deadlines))


def facts_of(sight: Sight, slug: str, title: str, but: Collection[str] = ()) -> Facts:
    """What the board has told of it, and what else is recorded, but for the families that are told elsewhere."""
    families = [f.name for f in sight.world.schema.families if f.name not in (*sight.book.views.deadlines, *but)]
    return Facts(title, _set(sight, slug, families)[:MOST])


MOST = 24


def _set(sight: Sight, slug: str, families: Collection[str]) -> tuple[Fact, ...]:
    wanted = set(families)
    keys = [k for k in sight.world.set_facts() if (p := k.split("."))[0] in wanted and slug in p[1:]]
    return tuple(sight.facts(k for k in keys if sight.get(k) not in (None, "none", 0, False)))
