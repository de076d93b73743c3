"""`/docs`: the HTTP API on one page, made from its OpenAPI description, without external files."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from app.domains.accounts.dependencies import OptionalUser
from app.web.navigation import RendererDep

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path. `rows` lists its inputs and outputs: the name, and the type or place of each."""

    method: str
    path: str
    about: str
    rows: list[tuple[str, str]]


@router.get("/docs")
async def show_api(request: Request, user: OptionalUser, renderer: RendererDep) -> Response:
    """Show what programs can ask for."""
    return renderer.page(request, "api.html", user, operations=list_operations(request.app.openapi()))


def list_operations(schema: dict[str, Any]) -> list[Operation]:
    """Return all operations of an OpenAPI description, in its order."""
    return [
        Operation(method.upper(), path, operation.get("description", ""), list(_list_rows(schema, operation)))
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    ]


def _list_rows(schema: dict[str, Any], operation: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for scope in (scope for way in operation.get("security", []) for scope in way.get("token", [])):
        yield "token", f"with the scope {scope}"
    for parameter in operation.get("parameters", []):
        yield parameter["name"], f"in the {parameter['in']}: {parameter['description']}"
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        yield from ((name, f"in the body: {kind}") for name, kind in _list_fields(schema, body))
    for status, answer in operation.get("responses", {}).items():
        kinds = [_name(content.get("schema", {})) for content in answer.get("content", {}).values()]
        is_good = status.startswith("2")
        if not status.startswith("5"):  # Any operation may fail like this.
            yield f"→ {status}", ", ".join(kind for kind in kinds if kind and is_good) or answer.get("description", "")


def _list_fields(schema: dict[str, Any], node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    model = schema
    for part in node.get("$ref", "#").removeprefix("#/").split("/"):
        model = model.get(part, {})
    for name, field in model.get("properties", {}).items():
        yield name, _name(field)


def _name(node: dict[str, Any]) -> str:
    if "$ref" in node:
        return str(node["$ref"]).rpartition("/")[2].rpartition("__")[2]
    return str(node.get("type", ""))
