"""The words that the rows of the tension tracks are written in."""

from __future__ import annotations

from typing import Any

from legation.awaw.powers import AXIS, AXIS_POWERS, BRITAIN, FRANCE, MEMBERS, MINORS, POWERS, RUSSIA, USA
from legation.awaw.tensions.facts import NEUTRALS
from legation.awaw.vocabulary import controls_any, declared_war, turn
from legation.core.expr import Expr, Look, any_of, choice, count, named, node, number, sum_of, truth
from legation.core.span import lowest

__all__ = [
    "AtLeast",
    "attacked_this_turn",
    "charged",
    "declarations_on_minors",
    "declarations_on_powers",
    "effective",
    "foothold",
    "in_diplomatic_phase",
    "offensive_brps",
    "powers_fighting_axis",
    "was",
]

CITIES_IN = {"iraq": ("baghdad",), "turkey": ("ankara", "istanbul", "izmir")}
# The board has one neutral here, two names are in use for its parts.
LOW_COUNTRIES = ("belgium-luxembourg", "belgium", "luxembourg")
NEUTRAL_MINORS = tuple((m,) for m in MINORS if m not in LOW_COUNTRIES) + (LOW_COUNTRIES,)


@node
class AtLeast(Expr):
    """What is certain of a number: the least it can be while something is still unreported."""

    inner: Expr

    def value(self, look: Look) -> Any:
        return lowest(self.inner.value(look))

    @property
    def english(self) -> str:
        return f"at least {self.inner.english}"

    @property
    def parts(self) -> tuple[Expr, ...]:
        return (self.inner,)


def effective(track: str) -> Expr:
    """The level that the die of this turn has left."""
    return number(f"effective-tension.{track}", f"the effective {track.upper()} level")


def charged(slot: str) -> Expr:
    """What a row has already put on its track."""
    return number(f"charged.{slot}", "what is charged already")


def was(picture: str, says: str, *, cite: str) -> Expr:
    """The situation when the turn began, whatever came later."""
    return named(f"{says} when the turn began", truth(f"at-start.{picture}", says), cite=cite)


def attacked_this_turn(power: str) -> Expr:
    stamp = number(f"attacked-while-neutral.{power}", f"the turn in which a neutral {power.title()} was attacked")
    return stamp.is_number(turn())


def powers_fighting_axis(*, at_start: str, neutrals: str) -> Expr:
    """How many major powers count as fighting the European Axis; the ids define the moment and the neutrals."""

    def counts(power: str) -> Expr:
        fought = was(power, f"{power.upper() if power == USA else power.title()} fought the Axis", cite=at_start)
        if power not in NEUTRALS:
            return fought
        armed = truth(f"armed-neutral.{power}", f"{power.title()} is fully mobilized and stays out")
        drawn_in = named(
            f"{power.title()} is neutral but counts as fighting", attacked_this_turn(power) | armed, cite=neutrals
        )
        return fought | drawn_in

    return named("powers fighting the Axis", count(*(counts(p) for p in (BRITAIN, FRANCE, USA, RUSSIA))))


def foothold(area: str) -> Expr:
    """The Axis control a hex there; partisans do not count."""
    held = truth(f"foothold.{area}", f"the Axis hold a hex in {area}")
    return any_of(held, controls_any(AXIS, *CITIES_IN.get(area, ())))


def declarations_on_minors(faction: str) -> Expr:
    """Declarations of war on minor neutrals; countries named together are one, and partners who join in are one."""
    if faction == AXIS:  # each German and each Italian declaration
        made = [any_of(*(declared_war(p, m) for m in group)) for p in AXIS_POWERS for group in NEUTRAL_MINORS]
    else:
        made = [any_of(*(declared_war(p, m) for p in MEMBERS[faction] for m in group)) for group in NEUTRAL_MINORS]
    joint = number(f"joint-declarations.{faction}", "countries named together with another")
    return named("declarations of war on minor neutrals", count(*made) - joint)


def declarations_on_powers(faction: str) -> Expr:
    """Declarations of war on major powers, by each power on each."""
    made = (declared_war(a, b) for a in MEMBERS[faction] for b in POWERS if a != b)
    return named("declarations of war on major powers", count(*made))


def offensive_brps(*powers: str) -> Expr:
    """What was spent on offensives this turn, not counting those against partisans."""
    return named(
        "BRPs spent on offensives", sum_of(*(number(f"offensive-brps.{p}", f"BRPs of {p.title()}") for p in powers))
    )


def in_diplomatic_phase() -> Expr:
    return choice("diplomatic-phase", "axis", "allied", says="a diplomatic phase is on")
