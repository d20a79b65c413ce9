"""Whatever the schema allows, and some things that it does not, get an answer of the promised shape, never a fault."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from legation.web.app import create_app
from tests.web.conftest import Server, serving

APP = create_app()
SCHEMA = schemathesis.openapi.from_dict(APP.openapi())
OPEN = SCHEMA.exclude(path_regex="token")
SEATED = SCHEMA.include(path_regex="token").exclude(path_regex="/stream$")
BOUNDED = settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(name="base", scope="module")
def _base() -> Iterator[Server]:
    with serving(APP) as base:
        yield Server(base, APP)


@pytest.fixture(name="token")
def _token(base: Server, chair: tuple[str, str, str]) -> str:
    """A chair of a fresh game for every operation, so that one does not spoil another's examples."""
    name, seat, _ = chair
    plan = {"north": "here"} if name == "tern" else {}
    return base.begin(name, plan=plan)[seat].token


@OPEN.parametrize()
@BOUNDED
def test_what_anybody_may_ask(case: schemathesis.Case, base: Server) -> None:
    case.call_and_validate(base_url=base.base, excluded_checks=[positive_data_acceptance])


@pytest.mark.parametrize(
    "chair",
    [("tern", "host", "auk"), ("tern", "umpire", "auk"), ("twg", "uk", "spain"), ("awaw", "germany", "rumania")],
    ids=lambda chair: chair[0] + " " + chair[1],
)
@SEATED.parametrize()
@BOUNDED
def test_what_a_link_opens(case: schemathesis.Case, chair: tuple[str, str, str], base: Server, token: str) -> None:
    # what a chair may do is worth trying only at that chair; wrong links are tried elsewhere
    wrong_link_alone = len(str(case.path_parameters.get("token", ""))) > 128
    case.path_parameters["token"] = "me"
    case.headers["Authorization"] = f"Bearer {token}"
    if "subject" in case.path_parameters and chair[0] != "tern":
        case.path_parameters["subject"] = chair[2]
    # a request of the right form can still be against the rules of the game
    mended = [negative_data_rejection] if wrong_link_alone else []
    case.call_and_validate(base_url=base.base, excluded_checks=[positive_data_acceptance, *mended])
