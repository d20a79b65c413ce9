"""A dossier as a page: what a book presents of a subject, with its plate, its entries in the record and its rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from legation.core.chronicle import RecordLine, chronicle
from legation.core.sight import Sight
from legation.core.views import Dossier, Kin, Level, Mark
from legation.core.words import capital
from legation.web.present.plates import plate_of
from legation.web.present.why import Ledger, ledger_of

__all__ = ["Drawn", "DossierPage", "dossier_of", "drawn", "index"]

LINES, IDS = 12, 6  # of its history and its rules on the page


@dataclass
class DossierPage:
    """A dossier as a page shows it."""

    dossier: Dossier
    plate: str
    subject: bool  # the book has a dossier of it, and rules that bear on it
    history: list[RecordLine] = field(default_factory=list)
    ledger: Ledger = ()  # of a level: its steps, which are its history
    rules: list[tuple[str, str]] = field(default_factory=list)
    rule_count: int = 0
    payees: list[tuple[str, str, str]] = field(default_factory=list)  # in whose ledgers it stands

    @property
    def kin(self) -> int:
        """How many places it shares its rules with."""
        kin = (part.places for part in self.dossier.sections if isinstance(part, Kin))
        return max(
            (len(places) - 1 for places in kin if any(self.dossier.slug == slug for slug, *_ in places)), default=0
        )


def dossier_of(sight: Sight, slug: str, *, by: str = "") -> DossierPage:
    """A subject by its name, or a land that the book keeps no dossier of."""
    found = sight.dossier(slug, by)
    slug, subject = found.slug, bool(sight.subject(found.slug))
    page = DossierPage(found, plate_of(sight.book, slug), subject)
    paid = [slug] if slug in sight.book.seats else sight.book.views.payees(sight, slug)
    page.payees = [(seat, sight.name(seat), sight.bloc(seat)) for seat in paid]
    if not subject:
        return page
    fact = next((gauge.fact for gauge in sight.book.views.gauges(sight) if gauge.slug == slug), "")
    page.ledger = tuple(reversed(ledger_of(sight, fact))) if fact else ()
    page.history = [x for x in reversed(chronicle(sight).lines) if slug in x.countries and not x.undone_by][:LINES]
    ids = list(dict.fromkeys(sight.book.rules_of(slug)))
    page.rule_count = len(ids)
    ledgers = sight.book.registry.ledgers
    page.rules = [(id, ledgers.entry(id).rule) for id in ids[:IDS] if id in ledgers]
    return page


def index(sight: Sight) -> list[tuple[str, str, Mark]]:
    """Every dossier, by name."""
    show = sight.book.views.mark
    found = [(slug, capital(name), show(sight, slug)) for slug, name in sight.dossiers.items()]
    return sorted(found, key=lambda row: row[1].removeprefix("The "))


# -- a level over time
@dataclass(frozen=True)
class Drawn:
    """A level in a field of 412 by 190: its line, the course ahead, and thresholds as lines across."""

    line: str
    points: tuple[tuple[float, float], ...]
    ahead: str
    thresholds: tuple[tuple[float, int, str, str], ...]  # y, level, label, state
    turns: tuple[tuple[float, str], ...]
    zero: float


WIDTH, HEIGHT, LEFT, BOTTOM = 382, 150, 24, 158
LEAST_TOP, LEAST_TURNS = 50, 6
APART = 11  # two labels that are closer than this run into each other


def drawn(level: Level) -> Drawn:
    """The level over the turns, thresholds as lines, the present course dashed."""
    values = [*(v for _, _, v in level.past), *(v for _, v in level.ahead), *(t.level for t in level.thresholds)]
    top = max(LEAST_TOP, level.level, *values)
    count = max(len(level.past) + len(level.ahead) - 1, LEAST_TURNS)

    def at(i: int, value: int) -> tuple[float, float]:
        return round(LEFT + i * (WIDTH - 6) / count, 1), round(BOTTOM - value * HEIGHT / top, 1)

    points = [at(i, value) for i, (_, _, value) in enumerate(level.past)]
    course = [points[-1], *(at(len(points) + i, value) for i, (_, value) in enumerate(level.ahead))]
    thresholds, taken, following = [], -99.0, False
    for step in level.thresholds:
        y = at(0, step.level)[1]
        state = "done" if step.reached else "" if following else "nx"
        following = following or not step.reached
        label = step.label if abs(y - taken) >= APART else ""
        taken = y if label else taken
        thresholds.append((y, step.level, label, state))
    return Drawn(
        "M" + "L".join(f"{x} {y}" for x, y in points),
        tuple(points),
        "M" + "L".join(f"{x} {y}" for x, y in course),
        tuple(thresholds),
        tuple((at(i, 0)[0], mark) for i, (_, mark, _) in enumerate(level.past)),
        float(BOTTOM),
    )
