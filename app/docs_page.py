"""`/docs`: the HTTP interface as one plain page, made from the OpenAPI description. No script, nothing from a CDN."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

_STYLE = """
body { font: 1rem/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
:root { color-scheme: light dark }
code, pre { font-family: ui-monospace, monospace; font-size: .85em }
pre { overflow-x: auto; padding: .8rem; border: 1px solid #8886; border-radius: 6px }
h2 { font-size: 1.05rem; margin: 2rem 0 .3rem } h2 span { display: inline-block; min-width: 4.5rem }
th, td { text-align: left; vertical-align: top; padding: .15rem 1.2rem .15rem 0 }
"""


def add_docs_page(app: FastAPI) -> None:
    """Serve the page; it is drawn once."""
    drawn: list[str] = []

    @app.get("/docs", include_in_schema=False)
    async def show_docs() -> HTMLResponse:
        if not drawn:
            drawn.append(draw_docs(app.openapi()))
        return HTMLResponse(drawn[0])


def draw_docs(schema: dict[str, Any]) -> str:
    """Return the page for an OpenAPI description."""
    operations = "\n".join(
        _draw_operation(schema, method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    )
    title = escape(schema["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}: HTTP interface</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<h1>{title}: HTTP interface</h1>"
        "<p>For programs: <a href='/openapi.json'>the same as OpenAPI</a>. Send an API token "
        "(<code>jaxdojo user token NAME</code>) as <code>Authorization: Bearer TOKEN</code>. "
        "Errors are problem details (RFC 9457) with a stable <code>code</code>.</p>"
        f"{operations}</html>"
    )


def _draw_operation(schema: dict[str, Any], method: str, path: str, operation: dict[str, Any]) -> str:
    rows = [(parameter["name"], f"in the {parameter['in']}") for parameter in operation.get("parameters", [])]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        rows += [(name, f"in the body: {kind}") for name, kind in _list_fields(schema, body)]
    for status, answer in operation.get("responses", {}).items():
        kinds = [_name(content.get("schema", {})) for content in answer.get("content", {}).values()]
        rows.append((f"→ {status}", ", ".join(kind for kind in kinds if kind) or answer.get("description", "")))
    table = "".join(f"<tr><td><code>{escape(left)}</code><td>{escape(right)}" for left, right in rows)
    about = escape(operation.get("description", ""))
    return f"<h2><span>{method.upper()}</span> <code>{escape(path)}</code></h2><p>{about}</p><table>{table}</table>"


def _list_fields(schema: dict[str, Any], node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    model = schema
    for part in node.get("$ref", "#").removeprefix("#/").split("/"):
        model = model.get(part, {})
    for name, field in model.get("properties", {}).items():
        yield name, _name(field)


def _name(node: dict[str, Any]) -> str:
    if "$ref" in node:
        return str(node["$ref"]).rpartition("/")[2]
    return str(node.get("type", ""))
