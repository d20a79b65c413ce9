"""Turns and years: four seasons a year, the campaign begins in Fall 1939."""

from __future__ import annotations

from legation.books.awaw.vocabulary import SEASONS
from legation.core.expr import Expr, lift, per, rank
from legation.core.facts import Change, World

__all__ = [
    "CAMPAIGN_START",
    "next_turn",
    "prorated",
    "quarters_left",
    "rest_of_year",
    "season_mark",
    "season_of",
    "when",
]

CAMPAIGN_START = (1939, "fall")


def when(turn: int) -> tuple[int, str]:
    """Year and season of a game turn; turn 1 is the first of the campaign."""
    year, season = CAMPAIGN_START
    passed = SEASONS.index(season) + turn - 1
    return year + passed // len(SEASONS), SEASONS[passed % len(SEASONS)]


def season_of(turn: int) -> str:
    """A turn as people call it: Summer 1941."""
    year, season = when(turn)
    return f"{season.title()} {year}"


def season_mark(turn: int) -> str:
    """The same where there is little room: Su 41."""
    year, season = when(turn)
    return f"{season[:2].title()} {year % 100}"


def quarters_left(season: str) -> int:
    """Turns left in the year, the present one included."""
    return len(SEASONS) - SEASONS.index(season)


def prorated(brps: int, season: str) -> int:
    """The share for the turns left in the year, the present one included; a half goes up."""
    return (brps * quarters_left(season) * 2 + 4) // 8


def rest_of_year(brps: Expr | int) -> Expr:
    """The same of a number that a rule works out."""
    quarters = len(SEASONS) - rank("season", "turns of the year that are over")
    return per(2 * len(SEASONS), lift(brps) * quarters * 2 + len(SEASONS))


def next_turn(world: World) -> list[Change]:
    """The calendar moves on by one season."""
    turn = world["turn"] + 1
    year, season = when(turn)
    moved = {"turn": turn, "year": year, "season": season}
    return [Change(fact, world.get(fact), value, "") for fact, value in moved.items()]
