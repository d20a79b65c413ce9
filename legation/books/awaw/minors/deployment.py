"""Rules 82.5 and 82.7: setting up the forces of an attacked country, and its first turn of war."""

from __future__ import annotations

from legation.books.awaw.minors.inquiry import Action, Topic
from legation.books.awaw.minors.news import Reminded
from legation.books.awaw.minors.vocabulary import (
    actor_is,
    against,
    attacked_this_turn,
    garrisoned,
    site_is,
    status_is,
    with_means,
)
from legation.books.awaw.powers import ALLIED, AXIS, CURRENT_CLASSIC, CURRENT_GS, GERMANY, ITALY, MINORS, POWERS
from legation.books.awaw.provisions import Provisions
from legation.books.awaw.vocabulary import HERE, border_war_fought, edition, turn
from legation.core.expr import any_of, named, number, truth
from legation.core.rules import Duty, Limit, Permit

__all__ = ["PROVISIONS"]

_current = edition(CURRENT_CLASSIC, CURRENT_GS)
_on_board = truth(f"deployed.{HERE}", "its forces are[ not] on the board")
_inside = any_of(*(actor_is(power) & garrisoned(power) for power in POWERS))
_border = (site_is("finland") & border_war_fought("finland")) | (site_is("rumania") & border_war_fought("rumania"))
_turned_on = actor_is(GERMANY) & _border
_durazzo = _current & actor_is(ITALY) & site_is("albania")

DEPLOYMENT = Topic(
    "how the forces of an attacked country are set up",
    (
        Duty("its units come on the board only now", "82.51.when", ~_on_board),
        Duty("its units on the board stay until they are eliminated", "82.51.stay", _on_board),
        Duty("Britain or the United States sets them up", "82.52.axis", actor_is(AXIS)),
        Duty("Germany sets them up", "82.52.allied", actor_is(ALLIED)),
        Duty("units already on the board stay where they are", "82.52.onboard", _on_board & ~_turned_on),
        Duty("Britain sets its units up anew after the border war", "82.52.border", _turned_on),
        Duty("this is done after the attacker's last declaration of war", "82.53"),
        Duty("at least one ground unit goes into the capital", "82.54", ~_on_board),
        Duty("units for which there is no room are eliminated", "82.55", ~_on_board | _turned_on),
        Duty("units of the attacker inside have at least partial supply this turn", "82.56.supply", _inside),
        Duty("its ground units leave the capital for a hex next to it first", "82.56.capital", _inside),
        Duty("the forces are then set up as always", "82.352", _inside),
        Duty("units on the board are not set up again", "82.56.nodeploy", _on_board & ~site_is("rumania", "finland")),
        Duty("Italy has held Durazzo in supply since its player turn began", "82.57.durazzo", _durazzo),
        Reminded("no Albanian unit is set up in Durazzo", "82.57.deploy", _durazzo),
        Duty("Spanish Morocco is part of Spain for the set-up", "83.447.setup", site_is("spain", "spanish-morocco")),
    ),
)

SET_UP = Action(
    "may units of an attacked country be set up there?",
    (
        Limit(
            "Albanian units are not set up in Durazzo against Italy",
            "82.57.deploy",
            _current & actor_is("albania") & site_is("durazzo") & against(ITALY),
        ),
    ),
    True,
    "82.53",
    "nothing is against it",
)

# -- the attacker's player turn
_own = named(
    "units [do|do not do] it in their own country",
    any_of(*(actor_is(country) & site_is(country) for country in (*MINORS, "dutch-east-indies"))),
)
_helper = actor_is(*POWERS)
_stands = status_is("neutral", "hex-control", "independent", "associate", "ally")
_other = with_means("air-mission", "naval-mission", "sea-supply", "elsewhere", "air-transport")
_second_turn = (
    (turn() - number(f"attacked-in.{HERE}", "the turn of the attack"))
    .is_number(1)
    .worded("it was[ not] attacked a turn ago")
)
FIRST_TURN = Action(
    "may units do this in the turn in which the country is attacked?",
    (
        Permit(
            "once it has associated, its friends may help in every way",
            "82.72.lifted",
            _helper & status_is("associate", "ally"),
        ),
        Limit(
            "the Dutch East Indies are bound for two turns",
            "82.71.dei@current",
            _current & _own & site_is("dutch-east-indies") & _second_turn & _other,
        ),
        Limit(
            "no attacks on the attacker's supply at sea",
            "82.71.sea-supply",
            _own & attacked_this_turn() & with_means("sea-supply"),
        ),
        Limit(
            "its air units may only intercept naval missions and support the defence",
            "82.71.air",
            _own & attacked_this_turn() & with_means("air-mission", "air-transport"),
        ),
        Limit(
            "its naval units may only intercept naval missions",
            "82.71.naval",
            _own & attacked_this_turn() & with_means("naval-mission"),
        ),
        Limit(
            "its air and naval units may only act against direct attacks on it",
            "82.71",
            _own & attacked_this_turn() & with_means("elsewhere"),
        ),
        Limit(
            "others may neither intercept air transport there nor support its ground units",
            "82.72.air",
            _helper & _stands & attacked_this_turn() & with_means("air-transport", "air-support"),
        ),
        Limit(
            "others may only intercept the attacker's naval activities",
            "82.72",
            _helper & _stands & attacked_this_turn() & ~with_means("interception"),
        ),
    ),
    True,
    "82.71",
    "nothing is against it",
)
ZONES = Topic(
    "the attacker's player turn",
    (
        Duty(
            "zones of control of enemy armor next to it reach into its hexes",
            "82.73",
            attacked_this_turn(),
        ),
    ),
)

TOPICS = {"deployment": DEPLOYMENT, "first-turn": ZONES}
ACTIONS = {"set-up": SET_UP, "act-in-first-turn": FIRST_TURN}

PROVISIONS = Provisions(
    "deployment",
    actions=ACTIONS,
    topics=TOPICS,
)
