"""The public names of JAX, Flax NNX and Optax, from which a verdict suggests one where a module lacks a name."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from app.kit.errors import find_nearest

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.report import ErrorReport

MISSING: Final = re.compile(
    r"module '(?P<module>[\w.]+)' has no attribute '(?P<attribute>\w{2,40})'"
    r"|cannot import name '(?P<imported>\w{2,40})' from '(?P<source>[\w.]+)'"
)
"""Python's messages about a name that a module lacks."""


class KnownNames:
    """The names that the front end's build has listed, by module."""

    def __init__(self, read: Callable[[str], str | None]) -> None:
        """Prepare to read them once they are needed. `read` returns the text of a built file, None if there is none."""
        self._read = read

    @cached_property
    def _by_module(self) -> dict[str, list[str]]:
        listed: dict[str, list[list[str]]] = json.loads(self._read("names.json") or "{}")
        return {module: [entry[0] for entry in entries] for module, entries in listed.items()}

    def suggest(self, error: ErrorReport | None) -> str:
        """Return the name nearest to the one that an error says a module lacks; empty if none is near."""
        found = None if error is None else MISSING.match(error.message)
        if found is None:
            return ""
        known = self._by_module.get(found["module"] or found["source"], [])
        return find_nearest(found["attribute"] or found["imported"], known) or ""
