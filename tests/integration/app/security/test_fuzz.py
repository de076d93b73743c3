"""The API responds as its OpenAPI document says, to everything that this allows and to much that it doesn't.

`--fuzz 200` sends 200 requests to each route instead of six, or of one in a sample.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.integration.app.security.served import serve_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hypothesis.strategies import SearchStrategy
    from schemathesis import APIOperation

    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress
    from tests.integration.app.security.served import Served

    Operation = APIOperation[Any, Any, Any, Any]

CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@schemathesis.serializer("application/zip")
def send_bytes(_context: object, value: object) -> bytes:
    """Return the bytes generated for a zip file, unchanged."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


def ask_for_anything(operation: Operation, things: dict[str, str]) -> SearchStrategy[Case[Any]]:
    """Return requests to a route: valid and invalid ones, for things that exist and for others."""
    there = {name: things[name] for name in things if f"{{{name}}}" in operation.path}
    modes = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    known: tuple[dict[str, str], ...] = ({}, there) if there else ({},)
    return st.one_of([operation.as_strategy(mode, path_parameters=given) for mode in modes for given in known])


@dataclass
class Kept:
    """Requests to one route, and the things that exist in the world that they were generated for.

    They take twice as long to generate as to send, and would be the same for each kind of user.
    """

    things: dict[str, str]
    cases: list[tuple[Case[Any], dict[str, Any]]] = field(default_factory=list)
    """Each with its path's parameters as they were generated."""

    def list_for(self, things: dict[str, str]) -> Iterator[Case[Any]]:
        """Yield the requests with the ids of another world's things."""
        for case, generated in self.cases:
            given = {
                name: things[name] if name in things and value == self.things.get(name) else value
                for name, value in generated.items()
            }
            if given != case.path_parameters:
                case.path_parameters = given
            yield case


KEPT: Final[dict[str, Kept]] = {}
"""By the route's name."""


def fuzz(served: Served, operation: Operation, who: str, examples: int) -> None:
    """Send requests for one operation as the user `who`; raise what `CHECKS` find."""
    headers, things = served.sign_in(who), served.world.things
    if operation.label in KEPT:
        for case in KEPT[operation.label].list_for(things):
            case.call_and_validate(served.url, headers=headers, checks=CHECKS, timeout=120)
        return
    kept = Kept(dict(things))

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=ask_for_anything(operation, things))
    def ask(case: Case[Any]) -> None:
        kept.cases.append((case, dict(case.path_parameters)))
        case.call_and_validate(served.url, headers=headers, checks=CHECKS, timeout=120)

    ask()
    KEPT[operation.label] = kept


def tell(error: BaseException) -> str:
    """Return a description of an error, including each error in a group."""
    inner = [tell(one) for one in error.exceptions] if isinstance(error, BaseExceptionGroup) else []
    return "\n".join([f"{type(error).__name__}: {error}", *inner])


@pytest.mark.parametrize("who", ["nobody", "learner", "instructor", "admin"])
def test_the_api_answers_as_it_is_described(
    settings: Settings, press: StandInPress, pytestconfig: pytest.Config, who: str, *, whole: bool
) -> None:
    examples = pytestconfig.getoption("--fuzz") or (6 if whole else 1)
    wrong = []
    with serve_world(settings) as served:
        schema = schemathesis.openapi.from_url(f"{served.url}/openapi.json", timeout=120)
        for found in schema.get_all_operations():
            assert isinstance(found, Ok), found
            operation = found.ok()
            try:
                fuzz(served, operation, who, examples)
            except (Exception, BaseExceptionGroup) as error:  # noqa: BLE001 - all are told together
                wrong.append(f"{operation.label}: {tell(error)}")
    assert not wrong, "\n\n".join(wrong)
