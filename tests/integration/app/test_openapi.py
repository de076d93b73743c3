"""The OpenAPI document is valid and complete. `security/test_fuzz.py` checks that responses conform to it."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, Final

import pytest
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from app.domains.accounts.scopes import Scope

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

    from tests.integration.app.conftest import Person

JSON: Final = "application/json"
PROBLEM: Final = "application/problem+json"
VERBS: Final = re.compile(
    "apply|begin|cancel|check|claim|compare|create|delete|discard|download|drop|enable|follow|format|get|give|import|list|open|"
    "publish|put|receive|redraw|rejudge|release|rename|restore|retire|revoke|save|send|share|show|sign|stage|try|unshare|upload"
)
"""The verbs with which operation ids begin."""
BYTES: Final = frozenset({"application/zip", "application/octet-stream"})
"""Media types that can't have an example."""


@pytest.fixture
def description(application: FastAPI) -> dict[str, Any]:
    return application.openapi()


def list_operations(description: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the method, path and operation of each route, and of what is sent to webhooks."""
    for path, methods in {**description["paths"], **description["webhooks"]}.items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def find_gaps(description: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    """Yield what is missing from an operation's description."""
    verb, *nouns = operation["operationId"].removeprefix("authoring_").split("_")
    if not VERBS.fullmatch(verb) or not nouns:
        yield "its id doesn't read as a verb and a noun"
    if not re.fullmatch(r"[A-Z][a-z ]+", operation.get("summary", "")) or not operation.get("description"):
        yield "no summary, or no description"
    if not set(operation.get("tags", ["none"])) <= {tag["name"] for tag in description["tags"]}:
        yield "no tag, or one that isn't explained"
    yield from (f"parameter {one['name']}" for one in operation.get("parameters", []) if not one.get("description"))
    yield from find_empty_contents(operation)
    if path in description["paths"]:
        yield from find_missing_answers(method, path, operation)
        if any(way.get("token", ["read"]) not in [[scope] for scope in Scope] for way in operation.get("security", [])):
            yield "no scope"


def find_empty_contents(operation: dict[str, Any]) -> Iterator[str]:
    """Yield bodies and responses without a schema or an example."""
    good = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
    if not good or any(not answer.get("content") for status, answer in good.items() if status != "204"):
        yield "no good answer"
    for where, part in [("body", operation.get("requestBody", {})), *operation["responses"].items()]:
        for kind, content in part.get("content", {}).items():
            if not content.get("schema") or not (content.get("examples") or content.get("example") or kind in BYTES):
                yield f"{where} as {kind}: no schema, or no example"


def find_missing_answers(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    """Yield required responses that aren't described, and errors that aren't problem details."""
    responses = operation["responses"]
    for status, headers in find_needed(method, path, operation).items():
        if status not in responses:
            yield f"no {status}"
        elif missing := set(headers) - set(responses[status].get("headers", {})):
            yield f"{status} without {missing}"
    for status, answer in responses.items():
        if status[0] in "45" and (path, status) != ("/readyz", "503") and list(answer["content"]) != [PROBLEM]:
            yield f"{status} is no problem detail"


def find_needed(method: str, path: str, operation: dict[str, Any]) -> dict[str, list[str]]:
    """Return the responses that an operation must describe, and their header fields."""
    needed: dict[str, list[str]] = {"500": ["X-Request-ID"]}
    if path != "/healthz":
        needed |= {"429": ["Retry-After"]}
    if path not in {"/healthz", "/readyz"}:
        needed |= {"503": ["Retry-After"]}
    if operation.get("security"):
        needed |= {"401": ["WWW-Authenticate"], "403": []}
    if method not in {"GET", "HEAD"}:
        needed |= {"403": [], "408": [], "413": []}
    if "{" in path:
        needed |= {"404": []}
    if operation.get("parameters") or operation.get("requestBody"):
        needed |= {"422": []}
    if JSON in operation.get("requestBody", {}).get("content", {}):
        needed |= {"415": []}
    if any(parameter["name"] == "If-None-Match" for parameter in operation.get("parameters", [])):
        needed |= {"200": ["ETag"], "304": ["ETag"]}
    if any(parameter["name"] == "If-Match" for parameter in operation.get("parameters", [])):
        needed |= {"412": []}
    return needed


async def test_the_document_is_valid(description: dict[str, Any]) -> None:
    assert [str(error) for error in OpenAPIV31SpecValidator(description).iter_errors()] == []


async def test_it_is_made_once(nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anybody may ask for it again and again, and it is large."""
    made: list[str] = []

    def describe() -> dict[str, str]:
        made.append("made")
        return {"openapi": "3.1.0"}

    monkeypatch.setattr(nobody.application, "openapi", describe)
    kinds = ["gzip", "identity", "gzip"]
    asked = (nobody.http.get("/openapi.json", headers={"accept-encoding": kind}) for kind in kinds)
    answers = await asyncio.gather(*asked)
    assert [answer.headers.get("content-encoding", "identity") for answer in answers] == kinds
    assert [answer.json() for answer in answers] == [describe()] * 3
    assert len(made) == 2, "the second time by this test"


async def test_every_operation_is_described(description: dict[str, Any]) -> None:
    operations = list(list_operations(description))
    gaps = [
        f"{method} {path}: {gap}"
        for method, path, one in operations
        for gap in find_gaps(description, method, path, one)
    ]
    assert gaps == []
    ids = [operation["operationId"] for _method, _path, operation in operations]
    assert len(ids) == len(set(ids))
    assert all(name.isidentifier() and len(name) < 40 for name in ids)
    assert [name for name in description["components"]["schemas"] if "__" in name] == []


async def test_a_route_that_finds_nothing_names_what(description: dict[str, Any]) -> None:
    """`not_found` means that there is no such route: `app.client.api` tells its user so."""
    answers = [operation["responses"].get("404", {}) for _method, _path, operation in list_operations(description)]
    codes = {code for answer in answers for code in answer.get("content", {}).get(PROBLEM, {}).get("examples", {})}
    assert "problem_not_found" in codes
    assert "not_found" not in codes


async def test_a_gap_is_found(description: dict[str, Any]) -> None:
    [operation] = (one for _method, path, one in list_operations(description) if path.endswith("/batch"))
    path = "/api/v1/submissions/batch"
    bare = {
        **operation,
        "operationId": "batch",
        "summary": "",
        "tags": ["new"],
        "parameters": [{"name": "x", "in": "query"}],
        "responses": {"200": {}, "429": {"content": {JSON: {}}}},
    }
    assert len(list(find_gaps(description, "POST", path, bare))) == 16, "each rule finds something"


async def test_examples_fit_their_schemas(description: dict[str, Any]) -> None:
    wrong, seen = [], 0
    for method, path, operation in list_operations(description):
        for where, part in [("body", operation.get("requestBody", {})), *operation["responses"].items()]:
            for kind in {JSON, PROBLEM} & part.get("content", {}).keys():
                content = part["content"][kind]
                validator = OAS31Validator({**content["schema"], "components": description["components"]})
                for example in content["examples"].values():
                    seen += 1
                    errors = validator.iter_errors(example["value"])
                    wrong += [f"{method} {path} {where}: {error.message}" for error in errors]
    assert wrong == []
    assert seen > len(description["paths"])


async def test_it_names_the_scope_that_a_route_asks_for(description: dict[str, Any]) -> None:
    paths = description["paths"]
    submissions = "/api/v1/problems/{slug}/submissions"
    assert paths[submissions]["post"]["security"] == [{"token": ["submit"]}, {"session": []}]
    assert paths["/api/v1/problems"]["get"]["security"] == [{}, {"token": ["read"]}, {"session": []}]
    assert "security" not in paths["/api/v1/accounts"]["post"]
