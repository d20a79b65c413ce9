"""A nation's own page: its war status, what it may try and what is closed, its money, and who stands with it."""

from __future__ import annotations

from legation.books.twg.charts import home_of
from legation.books.twg.diplomacy.rights import odds_of, rights_by_nation
from legation.books.twg.powers import ALLIES, AXIS, TITLES
from legation.books.twg.schema import CLASSES
from legation.books.twg.views.turn_sheet import due_of
from legation.books.twg.vocabulary import status_title
from legation.core.inquiries import rolled_this_turn
from legation.core.sight import Sight
from legation.core.views import Dossier, Kin, Mark, Points, Sayings
from legation.core.voice import show_value
from legation.core.words import capital, listed, percent

__all__ = ["nation_of"]


def nation_of(sight: Sight, nation: str) -> Dossier:
    own, rivals = (AXIS, ALLIES) if nation in AXIS else (ALLIES, AXIS)
    facts = [("Its side", listed([TITLES[ally] for ally in own if ally != nation]), "")]
    if nation in ALLIES and sight.get("option.rules-1939") == "yes":
        status = sight.get(f"war-status.{nation}") or "peace"
        facts.append(("War status", capital(status_title(status)), f"fact=war-status.{nation}"))
    fought = [r for r in rivals if any(sight.get(f"attacked.{a}.{b}") for a, b in ((nation, r), (r, nation)))]
    facts.append(("Great powers fought", listed([TITLES[rival] for rival in fought]) or "None yet", ""))
    accounts = sight.accounts(nation)
    money = tuple((capital(trace.text), trace.rule or "", show_value(trace.value)) for trace in accounts)
    tied = _tied(sight, nation)
    facts.append(("With it", f"{len(tied)} {'country' if len(tied) == 1 else 'countries'}", ""))
    due = due_of(sight.world, nation, frozenset(rolled_this_turn(sight.game)))
    main = [
        Sayings("Due this turn", due),
        Sayings("May try this turn", _open(sight, nation)),
        Sayings("Closed to it now", _closed(sight, nation)),
    ]
    aside = [Kin("Who stands with it", tied), Points("Influence money", money)]
    return Dossier(
        nation,
        capital(TITLES[nation]),
        "Its rights, its money and its friends, as they stand now.",
        Mark(sight.bloc(nation), "own", "A power"),
        tuple(facts),
        main=tuple(part for part in main if part.sayings),
        aside=tuple(part for part in aside if part != Kin(part.title) and part != Points(part.title)),
        aside_says="Money and friends",
        history=False,
    )


def _open(sight: Sight, nation: str) -> tuple[tuple[str, str], ...]:
    found = {}
    for right, when in rights_by_nation()[nation]:
        if when.value(sight.world) is True and right.key not in found:
            share = percent(odds_of(sight.world, right.country, nation, right.influence))
            found[right.key] = (f"{right.label} ({share} without money)", right.influence.cite)
    return tuple(found.values())


def _closed(sight: Sight, nation: str) -> tuple[tuple[str, str], ...]:
    found = {}
    for right, when in rights_by_nation()[nation]:
        if when.value(sight.world) is False and right.key not in found:
            failing = [part.text for part in when.trace(sight.world).parts if part.value is False]
            found[right.key] = (f"{right.label} ({'; '.join(failing[:2])})", right.influence.cite)
    return tuple(found.values())


def _tied(sight: Sight, nation: str) -> tuple[tuple[str, str, Mark, str], ...]:
    """Countries by how firmly they are tied to it; colonies go with their home."""
    found = []
    for slug, name in sight.book.subjects().items():
        cls = sight.get(f"stance.{slug}.{nation}") or "neutral"
        if cls != "neutral" and home_of()[slug].slug == slug:
            worth = sight.get(f"value.{slug}")
            mark = sight.book.views.mark(sight, slug)
            found.append((CLASSES.index(cls), (slug, capital(name), mark, "" if worth is None else f"${worth}")))
    return tuple(row for _, row in sorted(found, key=lambda pair: -pair[0]))
