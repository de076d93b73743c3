"""Checks that what a manifest says about its parameters holds: each name and size is one of theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from grader.errors import PackageError
from grader.package.specs.signature import find_mismatch
from grader.package.specs.sizes import known_names, names_in
from grader.package.strict_yaml import line_of, suggest

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from grader.package.specs import Checks
    from grader.package.specs.base import HowOften

FUNCTION: Final = "function"
"""The type of a parameter that takes a function of `bodies.py`."""


def check_parameters(parameters: Sequence[tuple[str, str]], checks: Checks, path: Path) -> None:
    """Raise `PackageError` for the first thing that the manifest `path` says of a parameter and that isn't so.

    `parameters` has their names and types.
    """
    types: dict[str, str] = {}
    for index, (name, kind) in enumerate(parameters):
        if name in types:
            raise _make_error(path, f"parameters.{index}", f"there are two parameters {name!r}", "rename one")
        types[name] = kind
    counts = _list_counts(checks)
    for key, names in {**_list_names(checks), **counts}.items():
        for name in names:
            if name not in types:
                raise _make_error(path, key, f"{name!r} is not a parameter", suggest(name, types))
            if key in counts and not _may_be_number(types[name]):
                advice = "give it the type `int`, or name another parameter"
                raise _make_error(path, key, f"{name!r} has the type {types[name]!r}, and a count is a number", advice)
    if checks.body is not None and types[checks.body.parameter] != FUNCTION:
        message = f"{checks.body.parameter!r} is not a function"
        raise _make_error(path, "checks.body.parameter", message, f"give the parameter the type {FUNCTION!r}")
    known = known_names(types)
    for key, size in checks.sizes().items():
        unknown = next((name for name in names_in(size) if name not in known), None)
        if unknown is not None:
            raise _make_error(path, key, f"no parameter's type has the size {unknown!r}", suggest(unknown, known))


def _may_be_number(kind: str) -> bool:
    """Return whether a parameter of this type, which may be any text, can hold a count."""
    return kind != FUNCTION and any(find_mismatch(kind, number, {}, given=True) is None for number in (1, 1.0, True))


def _list_names(checks: Checks) -> dict[str, list[str]]:
    """Return the names of parameters in the checks, by key."""
    return {
        "checks.repeat.ignoring": checks.repeat.ignoring if checks.repeat else [],
        "checks.body.parameter": [checks.body.parameter] if checks.body else [],
        "checks.wrapped_by.takes": [checks.wrapped_by.takes] if checks.wrapped_by and checks.wrapped_by.takes else [],
        "checks.final_state.parameters": checks.final_state.parameters if checks.final_state else [],
        "checks.roundtrip.parameter": [checks.roundtrip.parameter] if checks.roundtrip else [],
        "checks.gradients.wrt": checks.gradients.wrt if checks.gradients else [],
        "checks.donation.parameters": checks.donation.parameters if checks.donation else [],
        "checks.remat.parameters": checks.remat.parameters if checks.remat else [],
        "checks.sealed.growth": checks.sealed.growth.parameters if checks.sealed and checks.sealed.growth else [],
        "checks.jaxpr.growth": checks.jaxpr.growth.parameters if checks.jaxpr and checks.jaxpr.growth else [],
    }


def _list_counts(checks: Checks) -> dict[str, list[str]]:
    """Return the names of parameters that hold a count, by key."""
    found: dict[str, Sequence[HowOften | None]] = {
        "checks.jit.calls": [checks.jit.calls] if checks.jit else [],
        "checks.body": checks.body.parameters() if checks.body else [],
        "checks.wrapped_by.at_least": [checks.wrapped_by.at_least] if checks.wrapped_by else [],
        "checks.wrapped_by.at_most": [checks.wrapped_by.at_most] if checks.wrapped_by else [],
        "checks.eager.at_most": [checks.eager.at_most] if checks.eager else [],
    }
    return {key: [count for count in counts if isinstance(count, str)] for key, counts in found.items()}


def _make_error(path: Path, key: str, message: str, suggestion: str) -> PackageError:
    parts = tuple(int(part) if part.isdecimal() else part for part in key.split("."))
    return PackageError(message, file=str(path), line=line_of(path, parts), key=key, suggestion=suggestion)
