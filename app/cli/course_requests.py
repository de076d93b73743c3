"""Requests about courses to a server, and how commands print what it answers.

Without what only `jaxdojo` has, because jaxdojo-client uses it, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from app.cli.remote_actions import open_server
from app.client.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable


def ask(server: str | None, method: str, *parts: str, **options: Any) -> dict[str, Any]:  # noqa: ANN401 - as httpx has them
    """Return what a server answers to a request; `parts` are those of its path, whatever characters they have."""
    with open_server(server) as api:
        return api.ask(method, _join(parts), **options)


def read_text(server: str | None, *parts: str, **options: Any) -> str:  # noqa: ANN401 - as httpx has them
    """Return the text that a server has at a path."""
    with open_server(server) as api:
        return api.read_text(_join(parts), **options)


def read_bytes(server: str | None, *parts: str) -> bytes:
    """Return the file that a server has at a path."""
    with open_server(server) as api:
        return api.read_bytes(_join(parts))


def _join(parts: Iterable[str]) -> str:
    """Return the path; raises `UsageError` for parts that would lead to another place: `.`, `..` and nothing."""
    found = list(parts)
    for part in found:
        if part in {"", ".", ".."}:
            raise UsageError(f"`{part}` isn't an id or a name.")
    return "/".join(quote(part, safe="") for part in found)


def tell_phase(phase: str) -> str:
    """Return where an assignment is in its timeline, or why a grade is what it is, as commands print it."""
    return phase.replace("_", " ")


def tell_time(moment: str | None) -> str:
    """Return a moment as commands print it, to the minute."""
    return str(moment)[:16].replace("T", " ") if moment else "-"
