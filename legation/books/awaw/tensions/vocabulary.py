"""The words that the rows of the tension tracks are written in."""

from __future__ import annotations

from legation.books.awaw.certain import AtLeast
from legation.books.awaw.deeds import cities_of
from legation.books.awaw.powers import (
    AXIS,
    AXIS_POWERS,
    BRITAIN,
    FRANCE,
    GERMANY,
    JAPAN,
    MEMBERS,
    MINORS,
    POWERS,
    RUSSIA,
    TARGETS,
    TITLES,
    USA,
)
from legation.books.awaw.tensions.schema import FOOTHOLDS, NEUTRALS, RUSSIAN_AREAS
from legation.books.awaw.vocabulary import (
    WORDS,
    allied_to,
    associated_with,
    at_war,
    conquered,
    controls_any,
    declared_war,
    event,
    hexes_opened_to,
    pact_line,
    present,
    turn,
)
from legation.core.expr import (
    YES,
    Expr,
    any_of,
    choice,
    count,
    lift,
    named,
    number,
    per,
    sum_of,
    truth,
    when_else,
)

__all__ = [
    "NAMED_AS_ONE",
    "NEUTRAL_MINORS",
    "attacked_this_turn",
    "axis_in_britain",
    "brps_worth",
    "charged",
    "declarations_on_minors",
    "declarations_on_powers",
    "economic_interest",
    "effective",
    "fighting_pictures",
    "foothold",
    "hex_of",
    "in_diplomatic_phase",
    "is_theirs",
    "offensive_brps",
    "offensive_steps",
    "played",
    "powers_fighting_axis",
    "reached_turn",
    "russia_attacked_neutral",
    "war_on_neutral_russia",
    "was",
    "west_of_pact_line",
]

# Every minor neutral, with the names under which war is declared on it: the name of a pair stands for both.
_PAIR = "belgium-luxembourg"
NEUTRAL_MINORS = {m: (m, _PAIR) if m in _PAIR.split("-") else (m,) for m in MINORS if m != _PAIR}
NAMED_AS_ONE = (("belgium", "luxembourg"), ("denmark", "norway"))  # by one declaration of war (87.13A, 86.121)


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
    return stamp.is_number(turn()).worded(f"a neutral {power.title()} was[ not] attacked this turn")


def powers_fighting_axis(*, at_start: str, neutrals: str) -> Expr:
    """How many major powers count as fighting the European Axis; the ids define the moment and the neutrals."""

    def counts(power: str) -> Expr:
        fought = was(power, f"{TITLES[power]} [fought|did not fight] the Axis", cite=at_start)
        if power not in NEUTRALS:
            return fought
        armed = truth(
            f"armed-neutral.{power}",
            f"{power.title()} is [fully mobilized and stays|not fully mobilized, or does not stay] out",
        )
        drawn_in = named(
            f"{power.title()} is [neutral but counts|not neutral, or does not count] as fighting",
            attacked_this_turn(power) | armed,
            cite=neutrals,
        )
        return fought | drawn_in

    return named("the powers that fight the Axis", count(*(counts(p) for p in (BRITAIN, FRANCE, USA, RUSSIA))))


def axis_in_britain() -> Expr:
    """Axis ground units in Britain; nobody is asked for them before the Axis have ever held a hex there."""
    troops = present(AXIS, "ground", BRITAIN)
    return AtLeast(troops) | (at_war(AXIS, BRITAIN) & event("axis-held-british-hex") & troops)


def is_theirs(who: str, country: str) -> Expr:
    """The country is with a faction, has opened its hexes to it or was conquered by it."""
    return any_of(
        allied_to(who, country), associated_with(who, country), hexes_opened_to(who, country), conquered(country, who)
    )


def hex_of(who: str, country: str) -> Expr:
    """A faction controls a hex of the country, by its own troops or because the country is theirs.

    Whose a city was before the war, nobody is asked for here.
    """
    control = "control" if who == AXIS else "controls"
    flag, known = ("foothold", FOOTHOLDS) if who == AXIS else ("russian-foothold", RUSSIAN_AREAS)
    held = truth(f"{flag}.{country}", f"{TITLES[who]} {control} [a|no] hex there") if country in known else lift(False)
    cities = named(f"{TITLES[who]} {control} [a|no] city there", AtLeast(controls_any(who, *cities_of(country))))
    theirs = is_theirs(who, country) if country in MINORS else lift(False)
    return named(f"{TITLES[who]} {control} [a|no] hex of {TITLES[country]}", any_of(held, cities, theirs))


def west_of_pact_line(country: str) -> Expr:
    """The country, or the greater part of it, lies on the German side of the Pact line."""
    if country not in (*TARGETS, "baltic-states"):
        return YES
    return pact_line(country, "german-side", "through")


def brps_worth(when: Expr, brps: Expr) -> Expr:
    """One for every five BRPs, while something holds."""
    return when_else(when, per(5, brps), 0)


def economic_interest(country: str) -> Expr:
    return truth(f"economic-interest.{country}", f"Germany has [an|no] economic interest in {TITLES[country]}")


def played(prequel: str) -> Expr:
    """A campaign that goes on from an earlier game."""
    return truth(f"prequel.{prequel}", f"{prequel.replace('-', ' ').title()} was[ not] played before")


def war_on_neutral_russia() -> Expr:
    """Japan and Russia are at war, Germany and Russia are not."""
    return named("Japan is[ not] at war with a neutral Russia", at_war(JAPAN, RUSSIA) & ~at_war(GERMANY, RUSSIA))


def russia_attacked_neutral() -> Expr:
    """Russia was at peace with Germany when Japan declared war on it."""
    return choice("russia-when-japan-struck", "neutral", says="Russia was[ not] neutral when Japan struck")


def reached_turn(fact: str, says: str, said: str) -> Expr:
    """It happened in this very turn; `said` is how one tells that it did or did not."""
    return number(fact, says).is_number(turn()).worded(said)


FULL_STEP, REMNANT = 15, 8  # BRPs; a remnant counts when the player turn is over


def offensive_steps(spent: Expr) -> Expr:
    """A step for every full 15 BRPs of offensives, and for a remnant of eight when the Axis player turn is over."""
    over = truth("axis-turn-over", "the Axis turn is [over|not over yet]")
    return per(FULL_STEP, spent + when_else(over, FULL_STEP - REMNANT, 0))


def fighting_pictures() -> tuple[tuple[str, Expr], ...]:
    """Who fights the European Axis when a turn begins."""
    return tuple((power, at_war(power, AXIS)) for power in (BRITAIN, FRANCE, USA, RUSSIA))


def foothold(area: str) -> Expr:
    """The Axis control a hex there; partisans do not count."""
    held = truth(f"foothold.{area}", f"the Axis hold [a|no] hex in {WORDS.get(area, area.replace('-', ' ').title())}")
    return any_of(held, controls_any(AXIS, *cities_of(area)))


def declarations_on_minors(faction: str) -> Expr:
    """Declarations of war on minor neutrals; two that are named as one are one, and partners who join in are one."""
    if faction == AXIS:  # each German and each Italian declaration
        made = [declared_war(p, minor) for p in AXIS_POWERS for minor in NEUTRAL_MINORS]
    else:
        made = [declared_war(faction, minor) for minor in NEUTRAL_MINORS]
    joint = number(f"joint-declarations.{faction}", "named together with another, or neutral no more")
    return named("declarations of war on minor neutrals", count(*made) - joint)


def declarations_on_powers(faction: str) -> Expr:
    """Declarations of war on major powers, by each power on each."""
    made = (declared_war(a, b) for a in MEMBERS[faction] for b in POWERS if a != b)
    return named("declarations of war on major powers", count(*made))


def offensive_brps(*powers: str) -> Expr:
    """What was spent on offensives this turn, not counting those against partisans."""
    return named(
        "BRPs spent on offensives", sum_of(*(number(f"offensive-brps.{p}", f"BRPs of {TITLES[p]}") for p in powers))
    )


def in_diplomatic_phase() -> Expr:
    return choice("diplomatic-phase", "axis", "allied", says="[a|no] diplomatic phase is on")
