"""Rules 84.45E to 84.47: where units of associated countries go, and which of them are rebuilt."""

from __future__ import annotations

from legation.books.awaw.minors.inquiry import Action, RoomLeft, cap
from legation.books.awaw.minors.schema import VICHY_COLONIES
from legation.books.awaw.minors.vocabulary import (
    CHINESE_RATE,
    actor_is,
    actor_status,
    at_home,
    site_is,
    status_is,
    with_means,
)
from legation.books.awaw.powers import CLASSIC, CURRENT_CLASSIC, CURRENT_GS, GERMANY, JAPAN, OLDER, RUSSIA, TITLES
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, at_war, edition
from legation.core.expr import any_of, named, number
from legation.core.rules import Limit, Permit

__all__ = ["PROVISIONS"]

CURRENT = edition(CURRENT_CLASSIC, CURRENT_GS)
ASIAN = ("communist-china", "dutch-east-indies", "philippines", "thailand")
DUTCH_ISLANDS = ("java", "south-borneo", "sumatra")
LENDERS = ("spain", "vichy-france")

_associated = actor_status("associate")
_bound = actor_status("associate", "independent")  # 82.83C: a country that fights alone has the same limits
_european = _bound & ~actor_is(*ASIAN)
_home = any_of(
    named(
        "the Finnish border hexes are part of Finland",
        actor_is("finland") & site_is("finnish-border-hexes"),
        cite="84.46A.finland",
    ),
    named("Bessarabia is part of Rumania", actor_is("rumania") & site_is("bessarabia"), cite="84.46A.rumania"),
    actor_is("dutch-east-indies") & site_is(*DUTCH_ISLANDS),
    at_home(),
)

# -- 84.45E and 84.46: where they go
_lends = any_of(*(actor_is(c) & (number(f"volunteers.{c}", f"units that {TITLES[c]} lends") >= 1) for c in LENDERS))
_on_the_front = named(
    "lent units [serve|do not serve] on the eastern front",
    with_means("volunteers") & _lends & site_is("eastern-front") & at_war(GERMANY, RUSSIA),
)
_to_its_colonies = named("Vichy France reinforces [a|no] colony", actor_is("vichy-france") & site_is(*VICHY_COLONIES))
_not_yet_associated = ~status_is("associate", "ally", country="vichy-france")

LENT = Limit(
    "Spanish and Vichy French units serve on the eastern front only while they are lent, in war with Russia",
    "84.46A.lent",
    with_means("volunteers") & ~_on_the_front,
)
_reinforces = edition(OLDER) & _to_its_colonies
HOME_ONLY = Limit(
    "ground units of an associate stay in their home country",
    "84.46A.ground",
    _european & ~_home & ~_on_the_front & ~_reinforces,
)
STAY = Limit(
    "Filipino and Dutch forces stay in their home countries",
    "84.46B.stay",
    actor_is("philippines", "dutch-east-indies") & ~_home,
)
THAI = Limit(
    "Thai units go one hex out of Thailand at most, and never attack Western Allied units",
    "84.46B.thailand",
    actor_is("thailand")
    & actor_status("associate", with_=JAPAN)
    & (~(_home | site_is("next-to-thailand") | with_means("adjacent-hex")) | with_means("western-units")),
)
NO_REDEPLOYMENT = Limit(
    "associated units do not redeploy; lent units in the east and Vichy France to its colonies do",
    "84.45E@older",
    edition(OLDER) & _associated & ~_on_the_front & ~_to_its_colonies,
)
REDEPLOYMENT = Permit(
    "its controlling power redeploys them at home, lent units in the east; Vichy France its own before it associates",
    "84.45E@current",
    CURRENT & any_of(_associated & _home, _on_the_front, _to_its_colonies & _not_yet_associated),
)
ATTACK = Permit(
    "they attack at home and next to it, without an advance out of their country",
    "84.46A.attack",
    _european & (_home | with_means("adjacent-hex")) & ~with_means("advance"),
)
BASE = Permit(
    "air and naval units are based at home, and operate freely from there",
    "84.46A.base",
    _european & (_home | with_means("operation")),
)

# -- 84.47: what is rebuilt, and where
REBUILT_IN = Permit(
    "in a supplied hex of the country, in no enemy zone of control, held since the player turn began",
    "84.47B",
    _bound & _home & with_means("supplied-hex"),
)
NOT_REBUILT = Limit(
    "air and armor units of an associate come back only if it becomes an ally",
    "84.47C",
    _bound & with_means("air", "armor"),
)
SHIPS = Limit(
    "naval units are repaired in a shipyard of their faction, and never rebuilt",
    "84.47D",
    _bound & with_means("naval", "foreign-shipyard"),
)

ACTIONS = {
    "associate-enters": Action(
        "may units of the country go there?",
        (LENT, HOME_ONLY, STAY, THAI),
        True,
        HOME_ONLY.cite,
        "no rule for associates keeps them from it",
    ),
    "associate-redeploys": Action(
        "may units of the country redeploy there?",
        (NO_REDEPLOYMENT, REDEPLOYMENT, HOME_ONLY, STAY, THAI),
        True,
        HOME_ONLY.cite,
        "no rule for associates keeps them from it",
    ),
    "associate-attacks": Action(
        "may its ground units attack there?", (ATTACK,), False, ATTACK.cite, "only at home or next to it"
    ),
    "associate-bases": Action(
        "may its air or naval units be based there, or operate there?", (BASE,), False, BASE.cite, "only at home"
    ),
    "associate-rebuilds-in": Action(
        "may its units be rebuilt in such a hex?", (REBUILT_IN,), False, REBUILT_IN.cite, "not in such a hex"
    ),
    "associate-rebuilds": Action(
        "may such units be rebuilt, or repaired?",
        (NOT_REBUILT, SHIPS),
        True,
        "84.47A",
        "infantry is rebuilt free of BRPs within the limit, ships are repaired in a shipyard of their faction",
    ),
}

_rebuilt = number(f"rebuilt.{HERE}", "infantry rebuilt this turn")
_here = status_is("associate", "independent")
_china, _poland, _dutch = site_is("communist-china"), site_is("poland"), site_is("dutch-east-indies")
_faster = (_china, _poland & CURRENT, _dutch)
ROOMS = {
    "associate-rebuilding": RoomLeft(
        "infantry of the country that may still be rebuilt this turn",
        (
            cap(
                "one infantry unit of one or two factors, free of BRPs",
                "84.47A",
                1,
                _rebuilt,
                _here & ~any_of(*_faster),
            ),
            cap("two infantry factors", "84.47A.china@older", 2, _rebuilt, edition(*CLASSIC) & _china & _here),
            cap(
                "as many infantry factors as Storm Over Asia left it",
                "84.47A.china@current-gs",
                CHINESE_RATE,
                _rebuilt,
                edition(CURRENT_GS) & _china & _here,
            ),
            cap("two infantry factors", "84.47A.poland@current", 2, _rebuilt, CURRENT & _poland & _here),
            cap("no Dutch unit is rebuilt", "84.47A.dei", 0, 0, _dutch & _here),
        ),
    )
}

PROVISIONS = Provisions(
    "associate units",
    actions=ACTIONS,
    rooms=ROOMS,
)
