"""Requests that get past validation and access control, so that a hostile text is really processed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.integration.app.security.rules import MEMBER, OK
from tests.integration.app.security.test_authorisation import RULES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI

MANY: Final = 200
"""The number of items in each list of a body with many, unless fewer are allowed."""
TEXTS_ELSEWHERE: Final = frozenset({"name", "slug", "code", "label_name", "card", "token"})
"""Names of things that are texts in most bodies."""
DATES: Final = {"date": "2026-10-01", "date-time": "2026-10-01T08:00", "time": "08:00"}
ASKERS: Final = ("learner", "instructor", "admin", "other_learner")


def choose_asker(route: str) -> str:
    """Return who sends requests to a route: the first whom its rule lets in; an admin if it lets nobody in."""
    rule = RULES.get(route, MEMBER)
    return next((who for who in ASKERS if getattr(rule, who) == OK), "admin")


def list_known(things: Mapping[str, str], good: Mapping[str, str]) -> dict[str, str]:
    """Return the values of fields that refer to something, or choose something; all others get the hostile text."""
    return {name: value for name, value in {**good, **things}.items() if name not in TEXTS_ELSEWHERE}


def list_bodies(application: FastAPI) -> dict[str, dict[str, Any]]:
    """Return the JSON schema of each route's body, if it takes JSON, with all references resolved."""
    described = application.openapi()
    found = {}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            content = operation.get("requestBody", {}).get("content", {}) if isinstance(operation, dict) else {}
            if "application/json" in content:
                schema = content["application/json"]["schema"]
                found[f"{method.upper()} {path}"] = _resolve(schema, described["components"]["schemas"])
    return found


def _resolve(schema: Any, known: Mapping[str, Any]) -> Any:  # noqa: ANN401 - JSON
    if isinstance(schema, list):
        return [_resolve(one, known) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _resolve(known[schema["$ref"].rpartition("/")[2]], known)
    return {name: _resolve(one, known) for name, one in schema.items()}


def fit(schema: Mapping[str, Any], text: str, known: Mapping[str, str], *, items: int = 1, name: str = "") -> Any:  # noqa: ANN401 - JSON
    """Return a value of a schema with as much of the text as fits in each of its strings.

    Strings whose `name` is in `known` get the value there: they refer to something.
    """
    options = [one for one in schema.get("anyOf", schema.get("oneOf", [])) if one.get("type") != "null"]
    if options:
        return fit(options[0], text, known, items=items, name=name)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return known[name] if known.get(name) in schema["enum"] else schema["enum"][0]
    match schema.get("type"):
        case "object":
            parts = schema.get("properties", {})
            return {part: fit(one, text, known, items=items, name=part) for part, one in parts.items()}
        case "array":
            number = min(items, schema.get("maxItems", items))
            return [fit(schema["items"], text, known, items=items, name=name)] * number
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return False
        case _:
            return DATES.get(schema.get("format", ""), known.get(name, text[: schema.get("maxLength", len(text))]))
