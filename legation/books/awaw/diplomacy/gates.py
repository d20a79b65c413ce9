"""Limits on naming a country as a target of diplomacy and on DPs there, and words for those of single countries."""

from __future__ import annotations

from dataclasses import dataclass

from legation.books.awaw.powers import ALLIED, AXIS, FACTIONS, GERMANY, POWERS, RUSSIA, TITLES, WESTERN_ALLIES
from legation.books.awaw.vocabulary import HERE, at_war, event, reaction_roll, rolling, tension, year
from legation.core.expr import Expr, any_of, choice, named, number, truth
from legation.core.facts import World
from legation.core.rules import Limit, Permit
from legation.core.voice import listed

__all__ = [
    "REACTION",
    "FreeHand",
    "Gate",
    "ever_selected",
    "free_hand",
    "here_is",
    "lifts_russo_german_limits",
    "russia_may_prepare",
    "russia_waits",
    "russo_german_limits_lifted",
    "selected_this_year",
    "the_west_need_not_wait",
]

FreeHand = tuple[Permit, Permit, Permit]


@dataclass(frozen=True, eq=False)
class Gate:
    """A limit on naming a target, or on putting DPs there, with the permissions that waive it.

    Whoever is `exempt` is outside of it from the first; what else may waive it is looked at when it forbids.
    """

    limit: Limit
    waived_by: tuple[Permit, ...] = ()
    exempt: tuple[Permit, ...] = ()

    def shut(self, world: World) -> bool:
        if any(permit.allows(world) for permit in self.exempt):
            return False
        return self.limit.forbids(world) and not any(permit.allows(world) for permit in self.waived_by)

    @property
    def closes(self) -> Expr:
        """That it is shut, as a condition."""
        outside, waived = (any_of(*(p.when for p in permits)) for permits in (self.exempt, self.waived_by))
        return ~outside & self.limit.when & ~waived


# -- words
def selected_this_year(*factions: str) -> Expr:
    """One of these factions has selected the country in the present year."""
    names = [TITLES[faction] for faction in factions]
    nobody = f"none of {listed(names)}" if len(names) > 2 else f"neither {' nor '.join(names)}"
    selected = (
        f"{names[0]} [selected|did not select]" if len(names) == 1 else f"[{listed(names, 'or')}|{nobody}] selected"
    )
    return named(
        f"{selected} {{Here}} this year",
        any_of(
            *(
                number(f"selected.{HERE}.{faction}", "the year of the last selection")
                .is_number(year())
                .worded(f"{TITLES[faction]} [selected|did not select] {{Here}} this year")
                for faction in factions
            )
        ),
    )


def ever_selected(country: str) -> Expr:
    return any_of(
        *(
            (number(f"selected.{country}.{faction}", "the year of the last selection") >= 1).worded(
                f"{TITLES[faction]} {'has' if faction in POWERS else 'have'} [|never ]selected {TITLES[country]}"
            )
            for faction in FACTIONS
        )
    )


def russo_german_limits_lifted() -> Expr:
    """Germany and Russia are or were at war, or Russo-German tension is or was 50."""
    return event("russo-german-limits-lifted") | lifts_russo_german_limits()


def lifts_russo_german_limits() -> Expr:
    """Germany and Russia are at war, or Russo-German tension is 50."""
    return at_war(GERMANY, RUSSIA) | (tension("RGT") >= 50).worded("RGT has[ not] come to 50")


def here_is(*countries: str) -> Expr:
    """The target is one of these; known when the rule is bound to a country."""
    return choice("target", *countries, says=f"the target is[ not] {listed((TITLES[c] for c in countries), 'or')}")


def free_hand(where: str, *countries: str, cites: str, also: str | None = None) -> FreeHand:
    """The Axis need no DPs, may name more than one target, and may follow an Allied selection made in peace."""
    e1, e2, e3 = cites.split()
    there = rolling(AXIS) & here_is(*countries)
    without = named(f"the Axis [name|do not name] {where}", there, cite=also)
    in_peace = ~selected_this_year(AXIS) & ~truth(
        f"selected-in-war.{HERE}", "that selection [came|did not come] in the war"
    )
    return (
        Permit(f"the Axis may name {where} without DPs there", e1, without),
        Permit(f"the Axis may name {where} beside their target", e2, there),
        Permit(
            f"in {where} the Axis may follow an Allied selection made before the Russo-German war",
            e3,
            there & in_peace,
        ),
    )


REACTION = Permit("a reaction roll needs no DPs and is no selection", "PROC-24", reaction_roll())


RUSSIA_WAITS = "Russia must wait for war with Germany, or RGT 50"


def the_west_need_not_wait(cite: str) -> Permit:
    return Permit("the Western Allies need not wait", cite, rolling(WESTERN_ALLIES))


def russia_waits(cite: str, exempt: Permit) -> Gate:
    """The Allies may not name the country before Russia fights Germany or RGT is 50; this binds Russia alone."""
    return Gate(Limit(RUSSIA_WAITS, cite, rolling(ALLIED) & ~russo_german_limits_lifted()), exempt=(exempt,))


def russia_may_prepare(cite: str) -> Permit:
    return Permit("Russia may put DPs there before it may select it", cite, rolling(RUSSIA))
