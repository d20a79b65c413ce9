"""Portugal and Spain with their empires."""

from __future__ import annotations

from legation.books.twg.chart import (
    BEGINS_ANEW,
    GOES_ON,
    PAUSE,
    RANK,
    SUCCESS,
    Anew,
    Becomes,
    Boxes,
    Countering,
    Empire,
    Fee,
    Influence,
    Neutral,
    Start,
    below,
    both,
    colony,
    forces,
    friendly,
    neutral,
    sworn,
    total,
)
from legation.books.twg.map.geography import geography, slug
from legation.books.twg.powers import ALL, ALLIES, AXIS, FRANCE, GERMANY, ITALY, UK, USSR
from legation.books.twg.schema import CLASSES
from legation.books.twg.vocabulary import (
    HERE,
    army_strength,
    axis_holds,
    class_of,
    friends_of,
    land_strength,
    occupied,
    stance,
    superior,
    totally_controlled,
    trying,
    weaker,
)
from legation.core.expr import Expr, all_of, any_of, choice, named, number, rank, smallest, truth
from legation.core.facts import Choice, Count, Family, Flag
from legation.core.rules import Copy, Duty, Limit, Modifier, Permit, Rule, sets

TURN = number("turn", "this turn")
FRANCE_OCCUPIED = named(
    "the Axis [occupies or|neither occupies nor] holds France",
    any_of(occupied("france", AXIS), axis_holds("france", *AXIS)),
)


def last_tried(nation: str) -> Expr:
    return number(f"tried.{HERE}.{nation}", "the turn of the last attempt")


# -- Spain: three influences, each with a memory of its own
CONQUESTS = (
    *("france", "belgium-holland", "denmark", "norway"),
    *("western-poland", "eastern-poland", "hungary", "romania", "bulgaria", "yugoslavia", "greece"),
    *("gibraltar", "morocco", "algeria", "tunisia"),
)
HOMELANDS = tuple(p for p in geography().original(GERMANY, ITALY) if geography().places[p].continent == "Europe")
AXIS_HOLDS_EUROPE = named(
    "Germany and Italy [hold|do not hold] all their European land and Europe from Norway to Tunisia",
    all_of(*(axis_holds(place, GERMANY, ITALY) for place in (*HOMELANDS, *CONQUESTS))),
    cite="DG-SPA-I2",
)
WEAK_GARRISON = all_of(
    choice("holder.france", FRANCE, says="the French [hold|do not hold] France"),
    occupied(HERE, (GERMANY, ITALY)),
    (land_strength(HERE, GERMANY, ITALY) < army_strength(HERE)).worded(
        "the Axis garrison is [weaker|no weaker] than the Spanish army"
    ),
)
SPANISH_COLONIES = (
    ("Rio de Oro", 1, "DG-RIO-S1 DG-RIO-S2 DG-RIO-C1 DG-RIO-X1 DG-RIO-L1"),
    (
        "Southwest Africa",
        None,
        "DG-SWA-S1 DG-SWA-S2 DG-SWA-C1 DG-SWA-X1 DG-SWA-L1",
    ),  # no value is printed: the board sheet says
    ("Cape Verde", 0, "DG-CPV-S1 DG-CPV-S2 DG-CPV-C1 DG-CPV-X1 DG-CPV-L1"),
    ("Canary Islands", 0, "DG-CAN-S1 DG-CAN-S2 DG-CAN-C1 DG-CAN-X1 DG-CAN-L1"),
    ("Balearic Islands", 0, "DG-BAL-S1 DG-BAL-S2 DG-BAL-C1 DG-BAL-X1 DG-BAL-L1"),
)
SPANISH_EMPIRE = (HERE, *(slug(name) for name, _, _ in SPANISH_COLONIES))


def begun(what: str, says: str) -> Expr:
    """The present turn began like this; what its rolls change is not seen before the next."""
    said = f"the turn [began|did not begin] with {says}"
    return named(said, number(f"spain-saw.{what}", "the last such turn").is_number(TURN).worded(said))


def seen(what: str, when: Expr, label: str, cite: str) -> Rule:
    return Rule(label, cite, when, (sets(f"spain-saw.{what}", TURN),), again=True)


EUROPE_HELD = begun("axis-europe", "Europe in the hands of Germany and Italy")
TIDE_TURNED = begun("weak-garrison", "France free and the Axis garrison in Spain weaker than the Spanish army")
GERMAN_GRIP = all_of(EUROPE_HELD, superior(HERE, GERMANY))

SPAIN = Neutral(
    "Spain",
    value=12,
    army=both(forces(infantry=5, artillery=1, fighter=1, minor_factory=1)),
    cite="DG-SPA-S1",
    start=both(Start(neutral(), "DG-SPA-S2")),
    each_turn=(
        Becomes(
            neutral(),
            "the Soviet alliance was for one turn only",
            when=stance(HERE, USSR, "economic"),
            cite="DG-SPA-I10",
        ).rule(),
    ),
    as_turn_begins=(
        seen("axis-europe", AXIS_HOLDS_EUROPE, "the turn begins with Axis Europe complete", "DG-SPA-I2"),
        seen("weak-garrison", WEAK_GARRISON, "the turn begins with a weak Axis garrison in Spain", "DG-SPA-I4"),
        Becomes(
            sworn(GERMANY),
            "a superior German force and Axis Europe bind Spain for the turn",
            when=GERMAN_GRIP & stance(HERE, GERMANY, "friendly", "sworn"),
            cite="DG-SPA-O1",
        ).rule(),
        Rule(
            "without both, Spain is only Friendly to Germany again",
            when=~GERMAN_GRIP & stance(HERE, GERMANY, "sworn"),
            sets=friendly(GERMANY).sets(HERE),
            cite="DG-SPA-O1",
            again=True,
        ),
        Rule(
            "with the Axis in France, British attempts begin anew",
            when=FRANCE_OCCUPIED,
            sets=(sets(f"attempts.{HERE}.{UK}", 0),),
            cite="DG-SPA-I6",
        ),
    ),
    influence=(
        Influence(
            (GERMANY,),
            "friendly",
            "the Falange draws the Spanish empire to Germany",
            when=EUROPE_HELD,
            anew={PAUSE: Anew("German attempts go on where they stopped", "DG-SPA-I3", GOES_ON)},
            cite="DG-SPA-I1",
        ),
        Influence(
            (UK,),
            "sworn",
            "Franco turns to the British as the tide turns",
            when=TIDE_TURNED & ~totally_controlled(HERE),
            despite_others=True,
            cite="DG-SPA-I4",
        ),
        Influence(
            (USSR,),
            "economic",
            "Spanish socialists bring the empire's money for one turn",
            when=~friends_of(HERE, USSR) & ~occupied(HERE, tuple(n for n in ALL if n != USSR)),
            fee=Fee(7, "DG-SPA-I8", "aid to the Spanish socialists", once=False),
            anew={
                SUCCESS: Anew("a success neither ends nor sets back the Soviet attempts", "DG-SPA-I11", GOES_ON),
                PAUSE: Anew("a turn without payment sets the Soviet attempts back", "DG-SPA-I12", BEGINS_ANEW),
            },
            cite="DG-SPA-I7",
        ),
    ),
    countering=(
        Countering("DG-SPA-I13", (GERMANY,)),
        Countering("DG-SPA-I14", (UK,)),
    ),
    asked={
        "pay": (Limit("no money raises the Soviet rolls in Spain", when=trying(USSR), cite="DG-SPA-I9"),),
    },
    reminders=(
        Duty(
            "German and Italian forces in the Spanish empire must attack or leave it in the German combat phase",
            when=all_of(
                stance(HERE, UK, "sworn"),
                last_tried(UK).is_number(TURN).worded("the U.K. [tried|did not try] Spain this turn"),
                any_of(*(occupied(place, (GERMANY, ITALY)) for place in SPANISH_EMPIRE)),
            ),
            cite="DG-SPA-I5",
        ),
    ),
    remembers=(
        Family(
            "spain-saw",
            Count(0, 20),
            "the last turn that began, for Spain, with {0}",
            (("axis-europe", "weak-garrison"),),
            default=0,
            but=(
                ("axis-europe", "the last turn that began with Europe in Axis hands"),
                ("weak-garrison", "the last turn that began with a weak Axis garrison in Spain"),
            ),
        ),
    ),
    empire=Empire(
        "DG-SPA-C1",
        colonies=tuple(
            colony(name, value, cites, start=both(neutral()), axis=total(UK), allies=total(GERMANY))
            for name, value, cites in SPANISH_COLONIES
        ),
    ),
    attacked=Boxes(
        axis=(Becomes(total(UK), "attacked by the Axis, the Spanish empire is British", cite="DG-SPA-X1"),),
        allies=(Becomes(total(GERMANY), "attacked by an Ally, the Spanish empire is German", cite="DG-SPA-L1"),),
    ),
)

# -- Portugal: follows Spain, or opens its colonies to the Allies
PORTUGUESE_COLONIES = (
    ("Angola", 2, "DG-ANG-S1 DG-ANG-S2 DG-ANG-S3 DG-ANG-C1 DG-ANG-X1 DG-ANG-L1"),
    ("Azores", 0, "DG-AZO-S1 DG-AZO-S2 DG-AZO-S3 DG-AZO-C1 DG-AZO-X1 DG-AZO-L1"),
    ("Mozambique", 3, "DG-MOZ-S1 DG-MOZ-S2 DG-MOZ-S3 DG-MOZ-C1 DG-MOZ-X1 DG-MOZ-L1"),
)
SPAIN_THEN = "spain-then.portugal"  # Spain's class towards Germany after last turn's diplomacy
FOLLOWS_SPAIN = named(
    "Spain was [Friendly or Sworn|no friend] to Germany last turn[ and still is|, or is none now]",
    all_of(
        choice(
            SPAIN_THEN, "friendly", "sworn", says="Spain was [|neither ]Friendly [or|nor] Sworn to Germany last turn"
        ),
        stance("spain", GERMANY, "friendly", "sworn"),
    ),
    cite="DG-POR-I1",
)
AIM = named(
    "the weaker of Spain's classes last turn and now",
    smallest(rank(SPAIN_THEN, "how Spain stood towards Germany last turn"), class_of("spain", GERMANY)),
    cite="DG-POR-I2",
)
BESIDE_SPAIN = Modifier(3, "Portugal goes with Spain", "DG-POR-I3", when=trying(GERMANY))  # type: ignore[arg-type]
BOUND_BY_ATTACK = truth("bound-by-attack.portugal", "[an|no] attack has bound Portugal")
BINDS = (sets("bound-by-attack.portugal", True),)


def kept_by_troops(place: str) -> Expr:
    """Allied troops keep a single colony Friendly to the U.K. when Portugal no longer is."""
    return named(
        f"Allied troops [keep|do not keep] {geography().places[place].name} Friendly to the U.K.",
        all_of(stance(place, UK, "friendly"), weaker(HERE, UK, "friendly"), occupied(place, ALLIES)),
        cite="DG-POR-O3",
    ).bind(here="portugal", Here="Portugal")


OPEN_TO_ALLIES = Permit(
    "Portugal opens this colony to every Ally",
    when=all_of(
        any_of(*(trying(nation) for nation in ALLIES)),
        any_of(
            stance(HERE, UK, "friendly"),
            stance(HERE, UK, "economic") & (~FRANCE_OCCUPIED | occupied(HERE, ALLIES)),
        ),
    ),
    cite="DG-POR-O1",
)


def follows_spain(cls: str, cite: str) -> Influence:
    return Influence(
        (GERMANY,),
        cls,
        "Portugal follows Spain into its alliance with Germany",
        when=FOLLOWS_SPAIN & AIM.is_number(RANK[cls]).worded(f"Spain has[ not] come as far as {cls.capitalize()}"),
        bonus=(BESIDE_SPAIN,),
        cite=cite,
    )


PORTUGAL = Neutral(
    "Portugal",
    value=3,
    army=both(forces(infantry=3)),
    cite="DG-POR-S1",
    start={"1939": Start(friendly(UK), "DG-POR-S2"), "1942": Start(neutral(), "DG-POR-S3")},
    as_turn_begins=(
        Becomes(
            friendly(UK),
            "with France free, Portugal opens its colonies to every Ally",
            when=all_of(~FRANCE_OCCUPIED, below("friendly", UK), ~totally_controlled(HERE), ~BOUND_BY_ATTACK),
            cite="DG-POR-O1",
            again=True,
        ).rule(),
        Becomes(
            neutral(),
            "with the Axis in France, Portugal is open to nobody",
            when=FRANCE_OCCUPIED & stance(HERE, UK, "friendly"),
            cite="DG-POR-O2",
        ).rule(),
    ),
    as_phase_ends=(
        Rule(
            "Portugal takes note of what Spain has become",
            sets=(sets(SPAIN_THEN, Copy("stance.spain.germany")),),
            cite="DG-POR-I2",
            again=True,
        ),
    ),
    influence=(
        follows_spain("friendly", "DG-POR-I1"),
        follows_spain("sworn", "DG-POR-I2"),
        Influence(
            (UK,),
            "economic",
            "with Allied troops in a colony, the empire's trade goes to the U.K.",
            when=~FRANCE_OCCUPIED & any_of(*(occupied(slug(name), ALLIES) for name, _, _ in PORTUGUESE_COLONIES)),
            bonus=(BESIDE_SPAIN,),
            cite="DG-POR-I4",
        ),
    ),
    countering=(
        Countering("DG-POR-I5", (GERMANY,)),
        Countering("DG-POR-I6", (UK,)),
    ),
    remembers=(
        Family(
            "spain-then",
            Choice(CLASSES, tuple(map(str.capitalize, CLASSES))),
            "how Spain stood towards Germany last turn, as {0} saw it",
            (("portugal",),),
            default="neutral",
        ),
        Family("bound-by-attack", Flag(), "[an|no] attack has bound {0}", (("portugal",),), default=False),
    ),
    empire=Empire(
        "DG-POR-C1",
        colonies=tuple(
            colony(
                name,
                value,
                cites,
                start={"1939": friendly(UK), "1942": neutral()},
                axis=sworn(UK),
                allies=sworn(GERMANY),
                unless=kept_by_troops(slug(name)),
                asked={"enter": (OPEN_TO_ALLIES,), "occupy": (OPEN_TO_ALLIES,)},
            )
            for name, value, cites in PORTUGUESE_COLONIES
        ),
    ),
    attacked=Boxes(
        axis=(Becomes(sworn(UK), "attacked by the Axis, the empire swears to the U.K.", sets=BINDS, cite="DG-POR-X1"),),
        allies=(Becomes(sworn(GERMANY), "attacked by an Ally, it swears to Germany", sets=BINDS, cite="DG-POR-L1"),),
    ),
)
