"""Yugoslavia, and Croatia and Serbia where a civil war has put them in its place: their tables, and rule 83.7."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.deeds import CONQUERED, ENTERED, by, proper, remembers, upon
from legation.books.awaw.diplomacy.gates import russia_may_prepare, russia_waits, the_west_need_not_wait
from legation.books.awaw.groups.balkans import BALKANS
from legation.books.awaw.groups.general import additional, alignment
from legation.books.awaw.minors.inquiry import Action, RoomLeft, Topic, cap
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.vocabulary import site_is, status_is
from legation.books.awaw.powers import ALLIED, AXIS, CURRENT_CLASSIC, CURRENT_GS, ITALY, WESTERN_ALLIES
from legation.books.awaw.powers import BALKANS as BALKAN_COUNTRIES
from legation.books.awaw.vocabulary import HERE, at_war, beneficiary, conquered, controls, edition, event, present
from legation.core.expr import named, number, when_else
from legation.core.rules import Permit
from legation.core.tables import Table

__all__ = ["CROATIA", "SERBIA", "YUGOSLAVIA"]

_not_the_west = the_west_need_not_wait("DT-YUGOSLAVIA-E3")
_prepares = russia_may_prepare("DT-YUGOSLAVIA-E2")

# -- their tables
_ALL_OF_THEM = Table(
    "Yugoslavia or what takes its place",
    "",
    base=BALKANS,
    stages=BALKANS.stages,
    modifiers=(
        additional(
            -2,
            "the Allies have troops in the Balkans",
            present(ALLIED, "ground", "balkan-countries"),
            cite="DT-YUGOSLAVIA-M1",
        ),
        additional(
            +2,
            "Italy has not gone to war with the Western Allies",
            ~(event("italy-fought-western-allies") | at_war(ITALY, WESTERN_ALLIES)),
            cite="DT-YUGOSLAVIA-M2",
        ),
    ),
)

# -- 83.7 (current text): what an Axis conquest brings
_current = edition(CURRENT_CLASSIC, CURRENT_GS)
_conquered = _current & conquered("yugoslavia", by=AXIS)
_change = named(
    "what Gathering Storm changed",
    when_else(edition(CURRENT_GS), number("croatian-change", "Croatian units more or fewer"), 0),
    cite="83.71A.gs",
)

ROOMS = {
    "croatian-units": RoomLeft(
        "Croatian units that the Axis may still build",
        (
            cap(
                "four Croatian 1-3s, more or fewer after Gathering Storm",
                "83.71A.base",
                _change + 4,
                number("croatian-built", "Croatian units in play"),
                _conquered,
            ),
            cap(
                "one Croatian unit a turn, free, in a supplied Axis hex of Yugoslavia",
                "83.71B",
                1,
                number("croatian-built-now", "Croatian units built this turn"),
                _conquered,
            ),
        ),
        whom=(AXIS,),
        only=("yugoslavia",),
    )
}

MAY_BUILD = Permit("the Axis have conquered Yugoslavia", "83.71", _conquered)
MAY_ENTER = Permit(
    "Croatian units go anywhere in Yugoslavia, and into conquered or hostile Balkan countries",
    "83.71C",
    _current
    & (
        site_is("yugoslavia")
        | (site_is(*BALKAN_COUNTRIES) & (conquered() | (status_is("associate", "ally") & beneficiary(HERE, ALLIED))))
    ),
)
ACTIONS = {
    "build-croatians": Action(
        "may the Axis build Croatian units?", (MAY_BUILD,), False, "83.71", "only after an Axis conquest"
    ),
    "croatians-enter": Action("may Croatian units go there?", (MAY_ENTER,), False, "83.71C", "not there"),
}

_ours = _current & controls(AXIS, "belgrade")
_italian = event("yugoslavia-fell-to-italy")
TOPICS = {
    "belgrade": Topic(
        "the DP for Belgrade",
        (
            Reminded("Belgrade is worth a DP to the Axis", "83.72", _ours),
            Reminded("Germany has it: it took part in the conquest", "83.72A", _ours & ~_italian),
            Reminded("Italy has it: it conquered Yugoslavia alone", "83.72B", _ours & _italian),
        ),
    )
}
HEEDS = (
    remembers(
        "the Allies come to the Balkans",
        "DT-YUGOSLAVIA-M1",
        "present.allied.ground.balkan-countries",
        on=ENTERED,
        when=by(ALLIED) & proper(*BALKAN_COUNTRIES),
    ),
    remembers(
        "Yugoslavia has fallen to Italy",
        "83.72B",
        "event.yugoslavia-fell-to-italy",
        on=CONQUERED,
        when=by(ITALY) & upon("yugoslavia"),
    ),
)

YUGOSLAVIA = Country(
    "yugoslavia",
    actions=ACTIONS,
    rooms=ROOMS,
    topics=TOPICS,
    heeds=HEEDS,
    table=_ALL_OF_THEM.country(
        "Yugoslavia", here="yugoslavia", cite="DT-YUGOSLAVIA-E4", basic=alignment(0, cite="DT-YUGOSLAVIA-A1")
    ),
    waits=russia_waits("DT-YUGOSLAVIA-E1", _not_the_west),
    prepares=_prepares,
)
CROATIA = Country(
    "croatia",
    table=_ALL_OF_THEM.country(
        "Croatia", here="croatia", cite="DT-CROATIA-E2", basic=alignment(+3, cite="DT-CROATIA-A1")
    ),
    waits=russia_waits("DT-CROATIA-E1", _not_the_west),
    prepares=_prepares,
)
SERBIA = Country(
    "serbia",
    table=_ALL_OF_THEM.country("Serbia", here="serbia", cite="DT-SERBIA-E2", basic=alignment(-3, cite="DT-SERBIA-A1")),
    waits=russia_waits("DT-SERBIA-E1", _not_the_west),
    prepares=_prepares,
)
