"""Egypt, rule 88.3: Wafdist partisans, Alexandria, Suez and the canal."""

from __future__ import annotations

from legation.books.awaw.country import Country
from legation.books.awaw.deeds import CANAL, HELD, PLACE, SIDE, TAKEN, is_place
from legation.books.awaw.groups.moslem_partisans import Partisans, another, built_this_turn
from legation.books.awaw.minors.inquiry import Action, Topic
from legation.books.awaw.minors.news import Reminded, reminding
from legation.books.awaw.minors.profiles import BRITISH, profile_of
from legation.books.awaw.minors.vocabulary import actor_is, holder_is, how_many, site_is, with_means
from legation.books.awaw.powers import ALLIED, AXIS, BRITAIN, GERMANY, ITALY, RUSSIA, WESTERN_ALLIES
from legation.books.awaw.vocabulary import BOARD, CONTROLLERS, at_war, conquered, surrendered
from legation.core.deeds import On
from legation.core.expr import Expr, all_of, any_choice, any_of, choice, named, number, truth
from legation.core.facts import Choice, Count, Family, Flag
from legation.core.rules import Duty, Limit, Permit, sets

__all__ = ["EGYPT", "WAFDISTS", "for_ethiopia"]

HEXES = CANAL
WORDS = {name: name.upper() for name in HEXES}
FAMILIES = (
    Family(
        "canal",
        Choice(CONTROLLERS),
        "who controls {0}, next to the Suez canal",
        over=(HEXES,),
        told_by=BOARD,
        default=WESTERN_ALLIES,
        because="they are British at set-up, and hexes that are taken are reported",
    ),
    Family("destroyers-in-suez", Flag(), "there are [|no ]Allied destroyers in Suez", told_by=BOARD),
    Family("suez-raiders", Count(0, 9), "Axis ships that raid from Suez", told_by=BOARD, stale_after=1, nothing=0),
)
HEEDS = (
    On(
        "a hex along the canal has a new controller",
        "88.342.control",
        on=TAKEN,
        at=HELD,
        when=is_place(*HEXES),
        sets=(sets(f"canal.{PLACE}", str(SIDE)),),
        again=True,
    ),
)
AXIS_HANDS, ALLIED_HANDS = (AXIS, "axis-partisans"), (WESTERN_ALLIES, RUSSIA, "allied-partisans")

CAPTURED = named(
    "the Axis [have|do not have] the Suez canal", all_of(*(choice(f"canal.{h}", *AXIS_HANDS) for h in HEXES))
)
ALLIED_CANAL = named(
    "[all|not all] hexes along the Suez canal are Allied", all_of(*(choice(f"canal.{h}", *ALLIED_HANDS) for h in HEXES))
)
_axis_hex = any_choice(
    (f"canal.{h}" for h in HEXES),
    *AXIS_HANDS,
    says="[the Axis or|neither the Axis nor] Wafdists have a hex at the canal",
)
_allied_hex = any_choice((f"canal.{h}" for h in HEXES), *ALLIED_HANDS, says="the Allies have [a|no] hex at the canal")
_ethiopian = holder_is(AXIS, country="ethiopia")
_base = CAPTURED & _ethiopian
_raiding, _diving = with_means("raider"), with_means("submarine")
_fallen = conquered("ethiopia", by=ALLIED)

# -- 88.37: what the Axis may do
_before_war = actor_is(ITALY) & ~at_war(ITALY, BRITAIN)
_britain_out = actor_is(AXIS) & surrendered(BRITAIN) & CAPTURED


def for_ethiopia() -> Expr:
    """The canal is open to the Axis for the reinforcement of Ethiopia."""
    return any_of(
        named("Italy is [not yet |]at war with Britain", _before_war, cite="88.37A.italy"),
        named(
            "Britain has [surrendered and the canal is|not surrendered, or the canal is not] Axis",
            _britain_out,
            cite="88.37A.axis",
        ),
    )


_one_to_ethiopia = with_means("by-canal") & site_is("ethiopia")
FALLEN = Limit(
    "with Ethiopia fallen, nobody of the Axis raids or dives from Suez",
    "88.43B",
    actor_is(AXIS) & (_raiding | _diving) & _fallen,
)
OPEN = Permit("all hexes along the canal are in friendly hands", "88.342.control", actor_is(ALLIED) & ALLIED_CANAL)
ACTIONS = {
    "use-canal": Action(
        "may naval units use the Suez canal?",
        (
            Permit(
                "one Italian ground unit a turn to Ethiopia, before war with Britain",
                "88.37A.italy",
                _one_to_ethiopia & _before_war,
            ),
            Permit(
                "one Axis ground unit a turn to Ethiopia, after a British surrender",
                "88.37A.axis",
                _one_to_ethiopia & _britain_out,
            ),
            Limit(
                "closed to the Allies: the Axis or Wafdist partisans have a hex along it",
                "88.344.allies",
                actor_is(ALLIED) & _axis_hex,
            ),
            OPEN,
            Limit(
                "closed to the Axis: the Allies have a hex along it",
                "88.344.axis",
                actor_is(AXIS) & _allied_hex,
            ),
            FALLEN,
            Limit(
                "without Ethiopia the Axis neither raid nor dive from Suez",
                "88.46.naval",
                actor_is(AXIS) & (_raiding | _diving) & ~_ethiopian,
            ),
            Permit(
                "up to three German and Italian ships in all raid from Suez",
                "88.37B",
                actor_is(AXIS)
                & _raiding
                & _base
                & (number("suez-raiders", "ships that raid already") + how_many() <= 3).worded(
                    "[no more|more] than three ships would raid"
                ),
            ),
            Permit("German submarines pass to the Indian Ocean", "88.37C", actor_is(GERMANY) & _diving & _base),
            Limit(
                "the Axis only reinforce Ethiopia, raid, or send German submarines through it", "88.37", actor_is(AXIS)
            ),
        ),
        False,
        OPEN.cite,
        "not all hexes along the canal are in friendly hands",
    ),
    "escort-from-suez": Action(
        "may Allied naval units in Suez protect a redeployment there?",
        (
            Permit(
                "to the Persian Gulf, Ethiopia and the boxes of the Indian Ocean",
                "88.343.south",
                actor_is(ALLIED)
                & site_is("basra", "abadan", "ethiopia", "south-africa-box", "india-box", "australia-box"),
            ),
            Permit(
                "to the Mediterranean, the canal being open",
                "88.343.med",
                actor_is(ALLIED) & site_is("mediterranean") & ALLIED_CANAL,
            ),
        ),
        False,
        "88.343.med",
        "to the Mediterranean only through an open canal, and not elsewhere",
    ),
    "redeploy-from-suez": Action(
        "may Allied units be redeployed by sea from Suez?",
        (
            Permit(
                "to the boxes of the Indian Ocean, Ethiopia, Basra and Abadan",
                "88.36.from",
                actor_is(ALLIED)
                & choice("control.suez", WESTERN_ALLIES, says="Suez is[ not] Allied")
                & site_is("south-africa-box", "india-box", "australia-box", "ethiopia", "basra", "abadan"),
            ),
            Permit(
                "on to the Mediterranean in the same turn, with destroyers in Suez to escort them",
                "88.36.onward",
                actor_is(ALLIED)
                & site_is("mediterranean")
                & with_means("ground", "air")
                & ALLIED_CANAL
                & truth("destroyers-in-suez", "destroyers are[ not] in Suez"),
            ),
        ),
        False,
        "88.36.from",
        "Suez is not Allied, or nothing leads there",
    ),
}
TOPICS = {
    "suez-canal": Topic(
        "the Suez canal",
        (
            Duty("its hexsides are LL30/LL31, MM30/LL31 and MM30/MM31", "88.341.hexsides", site_is("suez", "egypt")),
            Duty("it is a river, but naval units pass along it", "88.341.river", site_is("suez", "egypt")),
            Duty("naval units in it can be intercepted in MM30 and LL31", "88.342.path", site_is("suez", "egypt")),
            Duty("the two hexes south of it are full sea hexes", "88.342.gulf", site_is("suez", "egypt")),
            Duty(
                "no delay between Suez and Basra or Abadan",
                "88.36.delay",
                site_is("suez", "basra", "abadan"),
            ),
        ),
    ),
    "displacement": Topic(
        "where displaced naval units go",
        (
            Duty(
                "into the Mediterranean, not through the canal",
                "88.35.portsaid",
                actor_is(ALLIED) & site_is("port-said"),
            ),
            Duty(
                "to Basra, Abadan or the India box as the Allies wish, not through the canal",
                "88.35.suez",
                actor_is(ALLIED) & site_is("suez"),
            ),
            Duty(
                "Axis air units may attack them as they leave, and in the Persian Gulf",
                "88.35.air",
                actor_is(ALLIED) & site_is("suez"),
            ),
            Duty("Axis fleets displaced from Suez are eliminated", "88.37.displaced", actor_is(AXIS) & site_is("suez")),
        ),
    ),
}
_shut = Reminded("the Suez canal is closed to the Western Allies", "88.344.allies", _axis_hex)
_dive = Reminded("German submarines may enter the Indian Ocean box", "88.37C", _base)

# -- 88.33: partisans
WAFDISTS = Partisans(
    "wafdist",
    "Wafdist",
    ("egypt",),
    (Permit("two in Egypt at most, as Moslem Unrest results allow", "88.33", another("wafdist")),),
    Limit("one Wafdist partisan a turn", "88.33.rate", built_this_turn("wafdist")),
)

EGYPT = Country(
    "egypt",
    declared=(WAFDISTS,),
    actions=ACTIONS,
    topics=TOPICS,
    sayings={"profile": (profile_of("egypt", BRITISH, "88.31"),)},
    heeds=HEEDS,
    families=FAMILIES,
    words=WORDS,
    reminders=reminding((ALLIED, _shut), (AXIS, _dive)),
)
