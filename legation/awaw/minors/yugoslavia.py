"""Rule 83.7 (current text): what an Axis conquest of Yugoslavia brings."""

from __future__ import annotations

from legation.awaw.deeds import CONQUERED, by, upon
from legation.awaw.minors.inquiry import Action, Room, Topic, cap
from legation.awaw.minors.news import Reminded
from legation.awaw.minors.words import site_is, status_is
from legation.awaw.powers import ALLIED, AXIS, BALKANS, CURRENT_CLASSIC, CURRENT_GS, ITALY
from legation.awaw.provisions import Provisions
from legation.awaw.vocabulary import HERE, beneficiary, conquered, controls, edition, event
from legation.core.deeds import On
from legation.core.expr import named, number, when_else
from legation.core.rules import Permit, sets

__all__ = ["PROVISIONS"]

_current = edition(CURRENT_CLASSIC, CURRENT_GS)
_conquered = _current & conquered("yugoslavia", by=AXIS)
_change = named(
    "what Gathering Storm changed",
    when_else(edition(CURRENT_GS), number("croatian-change", "Croatian units more or fewer"), 0),
    cite="83.71A.gs",
)

ROOMS = {
    "croatian-units": Room(
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
        | (site_is(*BALKANS) & (conquered() | (status_is("associate", "ally") & beneficiary(HERE, ALLIED))))
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
    On(
        "Yugoslavia has fallen to Italy",
        "83.72B",
        on=CONQUERED,
        when=by(ITALY) & upon("yugoslavia"),
        sets=(sets("event.yugoslavia-fell-to-italy", True),),
        again=True,
    ),
)

PROVISIONS = Provisions(
    "yugoslavia",
    actions=ACTIONS,
    rooms=ROOMS,
    topics=TOPICS,
    heeds=HEEDS,
)
