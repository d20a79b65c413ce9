"""The facts of The War Game: what the referee keeps, what the table reports, what a group fills in once."""

from __future__ import annotations

from legation.books.twg.map.geography import geography
from legation.books.twg.powers import ALL, ALLIES, GERMANY, ITALY, TITLES
from legation.core.facts import Choice, Count, Family, Flag, Teller
from legation.core.voice import plural

__all__ = ["AIR", "ARMY", "CLASSES", "FORCES", "LAND", "MEANS", "MOST_UNITS", "ROLLS", "THREATENED_BY", "families"]

CLASSES = ("neutral", "friendly", "economic", "sworn", "total")  # from the weakest to the strongest: DG-AFF-21
LAND = ("infantry", "artillery", "armor", "paratroops")
MOST_UNITS = 60  # of a kind and a nation in one territory
MEANS = ("walk", "drive", "amphibious", "blitz")  # of coming into a country: DG-OCC-3
AIR = ("fighter", "bomber")
FORCES = (*LAND, *AIR)  # what attacks and moves on land
ARMY = (*FORCES, "destroyer", "minor-factory")
ROLLS = ("unrest", "influence")  # what a neutral is rolled for
THREATENED_BY = {"norway": (GERMANY, ITALY), "sweden": (GERMANY, ITALY)}  # where that is not all of the Axis
LOOKED_OVER = "each turn begins with a look at the board: units in neutral countries and conquests are reported by then"
STATUS = ("peace", "10", "20", "40", "full")  # of the 1939 rules; only full counts as war here (DG-PH-8)
STATUS_NAMES = ("peace", "10 percent", "20 percent", "40 percent", "Full War")
NOBODY_OR_ALL = ("nobody", *map(TITLES.__getitem__, ALL))
SEVERAL = {unit: plural(unit.replace("-", " ")) for unit in ARMY if plural(unit) != unit}


def _both(nations: tuple[str, ...]) -> str:
    return " and ".join(TITLES[nation] for nation in nations)


def families(governments: tuple[str, ...], battles: tuple[str, ...]) -> tuple[Family, ...]:
    """The facts that all charts share; what a single chart remembers is declared with it."""
    places, neutrals = geography().all, geography().neutrals
    countries = (*neutrals, *geography().nations)  # whatever has a chart: a nation in two halves is one country
    board, sheet, setup, passing = Teller.BOARD, Teller.SHEET, Teller.SETUP, Teller.PASSING
    return (
        Family("turn", Count(1, 20), "the game turn", doc="Half a year each; turn 1 is July to December 1939."),
        Family("scenario", Choice(("1939", "1942")), "the year whose alliances the game began with", told_by=setup),
        Family(
            "forces-chart",
            Choice(("1939", "1942")),
            "the set-up chart by which the neutral armies were placed",
            told_by=setup,
        ),
        # -- affiliations
        Family(
            "stance",
            Choice(CLASSES, tuple(map(str.capitalize, CLASSES))),
            "how {0} stands towards {1}",
            over=(countries, ALL),
            default="neutral",
            becomes="{0} turns {value} to {1}",
        ),
        Family(
            "control",
            Choice(
                ("none", "conquest", "reaction", "chart", "setup"),
                ("not at all", "by conquest", "in reaction to an attack", "by its chart", "at set-up"),
            ),
            "how the Total Control of {0} arose",
            over=(countries,),
            default="none",
            quiet=True,
        ),
        Family(
            "as-original",
            Choice(("none", *ALL), ("nobody’s", *map(TITLES.__getitem__, ALL))),
            "whose original land {0} counts as",
            over=(countries,),
            default="none",
        ),
        Family("ended", Flag(), "unrest and influence in {0} have [ended|not ended]", over=(countries,), default=False),
        Family(
            "lost-to-axis",
            Flag(),
            "{0} has [gone over and only conquest can bring it back|not gone over for good]",
            over=(countries,),
            default=False,
        ),
        Family("government", Choice(("none", *governments)), "who governs {0}", over=(countries,), default="none"),
        Family(
            "in-power-since",
            Count(0, 20, "turn"),
            "the turn in which the government of {0} came in",
            over=(countries,),
            default=0,
            quiet=True,
        ),
        # -- the board
        Family(
            "army",
            Count(0, 30),
            "{1} of the army of {0}",
            but=tuple((unit, f"{how} of the army of {{0}}") for unit, how in SEVERAL.items()),
            over=(neutrals, ARMY),
            default=0,
            because="the charts place every neutral army, and its battles are reported",
            told_by=board,
        ),
        Family(
            "ship-of",
            Choice(("none", *ALL), NOBODY_OR_ALL),
            "who has the ship of {0} now",
            over=(neutrals,),
            default="none",
        ),
        Family(
            "units",
            Count(0, MOST_UNITS),
            "{2} of {1} in {0}",
            over=(places, ALL, LAND),
            default=0,
            because=LOOKED_OVER,
            told_by=board,
        ),
        Family(
            "garrison",
            Count(0, 1),
            "land units of {1} in {0} that nobody has counted",
            over=(places, ALL),
            default=0,
            because="a nation stands uncounted only where a reported conquest has put it",
            told_by=board,
            quiet=True,
        ),
        Family(
            "garrison-strength",
            Count(1, 999),
            "attack plus defence of the land units of {1} in {0} that nobody has counted",
            over=(places, ALL),
            told_by=board,
            asked_by="DG-OCC-9",
        ),
        Family(
            "holder",
            Choice(("none", *ALL), NOBODY_OR_ALL),
            "who holds {0}",
            over=(places,),
            told_by=board,
            default="none",
            because=f"the map prints the original owners; {LOOKED_OVER}",
        ),
        Family(
            "strength",
            Count(0, 60),
            "attack plus defence of one {0} unit",
            over=((*LAND, *AIR),),
            told_by=sheet,
            asked_by="DG-OCC-9",
        ),
        Family(
            "threat",
            Count(0, 999),
            "attack plus defence of all Axis land units that could reach {0} this turn",
            over=(neutrals,),
            but=tuple(
                (place, f"attack plus defence of all land units of {_both(nations)} that could reach {{0}} this turn")
                for place, nations in THREATENED_BY.items()
            ),
            told_by=board,
            stale_after=1,
            nothing=0,
            asked_by="DG-OCC-7",
        ),
        Family("value", Count(0, 60), "the land value of {0}", over=(places,), told_by=sheet),
        Family(
            "border",
            Flag(),
            "{0} and {1} [touch|do not touch] by land",
            over=(places, places),
            told_by=sheet,
            default=False,
            because="the map in use lists all borders",
        ),
        # -- war
        Family(
            "war-status",
            Choice(STATUS, STATUS_NAMES),
            "the war status of {0}",
            over=(ALLIES,),
            default="peace",
            because="a 1939 game begins at peace, a 1942 game at Full War, and declarations are rolled or reported",
            told_by=board,
        ),
        Family(
            "war-then",
            Choice(("as-now", *STATUS), ("the same as now", *STATUS_NAMES)),
            "the war status of {0} as this Diplomatic Phase sees it",
            over=(ALLIES,),
            default="as-now",
            quiet=True,
        ),
        Family(
            "attacked",
            Flag(),
            "{0} has[ not] attacked land of {1}",
            over=(ALL, ALL),
            default=False,
            because="every attack is reported",
            told_by=board,
        ),
        Family(
            "last-attack",
            Choice(("none", "axis", "allies"), ("none", "the Axis", "the Allies")),
            "the side whose attack {0} reacted to last",
            over=(countries,),
            default="none",
            quiet=True,
        ),
        # -- influence and money
        Family(
            "attempts", Count(0, 40), "influence attempts on {0} by {1}", over=(countries, ALL), default=0, quiet=True
        ),
        Family(
            "tried",
            Count(0, 20, "turn"),
            "the turn of the last influence attempt on {0} by {1}",
            over=(countries, ALL),
            default=0,
            quiet=True,
        ),
        Family(
            "won",
            Flag(),
            "{1} has[ not] succeeded in influencing {0}",
            over=(countries, ALL),
            default=False,
            quiet=True,
        ),
        Family("tie", Flag(), "{0} remembers [a|no] Friendly tie with {1}", over=(countries, ALL), default=False),
        Family(
            "fee-paid",
            Flag(),
            "{1} has[ not] paid to open influence in {0}",
            over=(countries, ALL),
            default=False,
            quiet=True,
        ),
        Family(
            "own-land",
            Count(0, 400),
            "the value of all land that {0} holds, neutrals apart",
            over=(ALL,),
            told_by=board,
            stale_after=1,
            asked_by="DG-INF-11",
        ),
        Family(
            "purse",
            Count(0, 400),
            "what {0} can pay at its next Collect Income",
            over=(ALL,),
            told_by=board,
            stale_after=1,
            asked_by="DG-INF-12",
        ),
        Family("spent", Count(0, 99, "money"), "influence money of {0} this turn", over=(ALL,), default=0, quiet=True),
        Family("debt", Count(0, 200, "money"), "what {0} owes for influence", over=(ALL,), default=0),
        Family(
            "unpaid",
            Count(0, 200),
            "what {0} could not pay of its influence debt at Collect Income",
            over=(ALL,),
            told_by=board,
            default=0,
            because="influence is paid in full unless Collect Income brings too little",
        ),
        Family("arrears", Count(0, 200, "money"), "what {0} still owes from earlier turns", over=(ALL,), default=0),
        # -- one roll
        Family(
            "roll",
            Count(-9, 99),
            "{0} of this roll",
            over=(("money", "counter", "net", "rivals"),),
            default=0,
            told_by=passing,
        ),
        Family("rolling", Choice(ROLLS), "what is being rolled for", told_by=passing),
        # -- one question of the table
        Family(
            "using",
            Choice(("units", *LAND, *MEANS, *AIR, "rail", "rocket", "bombardment", "combat")),
            "what is to be used for it",
            default="units",
            told_by=passing,
        ),
        Family(
            "moment",
            Count(-99, 9999),
            "the {0} of this moment",
            over=(("face", "most", "shown", "safely", "share", "land", "commerce", "tied"),),
            default=0,
            told_by=passing,
        ),
        Family("wanted", Count(0, 99), "how much of it is wanted", default=0, told_by=passing),
        Family(
            "ordered", Flag(), "a battle is [ordered|ordered no more]: {0}", over=(battles,), default=False, apart=True
        ),
    )
