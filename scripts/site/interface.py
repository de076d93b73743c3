"""The reference of the HTTP interface, a page for each group of operations, from the OpenAPI description."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from app.kit.settings import Settings
from app.server.application import create_app
from app.server.openapi import TAGS
from app.web.pages.api import list_operations

if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD: Final = """# Reference of the HTTP interface

Every operation, with what goes in and what comes out, made from the server's OpenAPI description, which is at
[/openapi.json](/openapi.json). [The HTTP interface](../api.md) tells how to use it: tokens, errors, limits, webhooks.

| Group | What it is for |
|---|---|
"""


def read_description() -> dict[str, Any]:
    """Return the OpenAPI description of an installation with nothing in it."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(_env_file=None, data=Path(folder))
        found: dict[str, Any] = create_app(settings).openapi()
        return found


def render() -> Iterator[tuple[str, str]]:
    """Yield each page's name and its text."""
    description = read_description()
    about = {str(tag["name"]): str(tag["description"]) for tag in TAGS}
    yield "interface/index", _render_index(about)
    for tag, told in about.items():
        yield f"interface/{tag}", _render_group(description, tag, told)


def _render_index(about: dict[str, str]) -> str:
    rows = [f"| [{tag}]({tag}.md) | {told} |\n" for tag, told in about.items()]
    tags = "".join(f"{tag}\n" for tag in about)
    return f"{HEAD}{''.join(rows)}\n```{{toctree}}\n:hidden:\n\n{tags}```\n"


def _render_group(description: dict[str, Any], tag: str, told: str) -> str:
    own = {
        path: {method: operation for method, operation in methods.items() if tag in operation.get("tags", [])}
        for path, methods in description["paths"].items()
    }
    parts = [f"# {tag}\n\n{told}\n"]
    for one in list_operations(description | {"paths": own}):
        parts.append(f"\n## {one.method} {one.path}\n\n{one.about}\n")
        if one.rows:
            parts.append("\n| Name | What it is |\n|---|---|\n")
            parts += [f"| `{name}` | {_cell(about)} |\n" for name, about in one.rows]
        sent = own[one.path][one.method.lower()].get("requestBody", {}).get("content", {}).get("application/json", {})
        example = sent.get("example") or next((one.get("value") for one in sent.get("examples", {}).values()), None)
        if example is not None:
            parts.append(f"\nA body:\n\n```json\n{json.dumps(example, indent=2, ensure_ascii=False)}\n```\n")
    return "".join(parts)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
