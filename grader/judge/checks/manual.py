"""The manual of the checks, made from their specs and codes: for `jaxdojo check list` and docs/checks.md."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from pydantic_core import PydanticUndefined

from grader.judge.checks import CHECKS
from grader.package.specs import Checks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic.fields import FieldInfo

    from grader.judge.checks.view import Code


@dataclass(frozen=True)
class Option:
    """One key of a spec."""

    name: str
    kind: str
    default: str
    """The default as written in YAML; empty if the key is required."""
    description: str


@dataclass(frozen=True)
class CheckEntry:
    """One check."""

    name: str
    summary: str
    """The first paragraph of its documentation."""
    details: str
    options: list[Option]
    codes: Mapping[str, Code]
    example: str


def list_checks() -> list[CheckEntry]:
    """Return an entry for every check, in the order in which the checks are made."""
    return [_describe(name, field) for name, field in Checks.model_fields.items()]


def _describe(name: str, field: FieldInfo) -> CheckEntry:
    spec: Any = next(kind for kind in (*get_args(field.annotation), field.annotation) if isinstance(kind, type))
    summary, _, details = inspect.cleandoc(spec.__doc__ or "").partition("\n\n")
    options = [_option(key, of) for key, of in spec.model_fields.items()]
    check = CHECKS[name]
    return CheckEntry(name, " ".join(summary.split()), details, options, check.codes, f"{name}: {check.example}")


def _option(name: str, field: FieldInfo) -> Option:
    required = field.default is PydanticUndefined and field.default_factory is None
    value = None if required else field.get_default(call_default_factory=True)
    default = "" if required else value if isinstance(value, str) else json.dumps(value)
    return Option(name, _kind(field.annotation), default, field.description or "")


def _kind(annotation: Any) -> str:  # noqa: ANN401 - any annotation that a spec may have
    """Return the type that an annotation stands for, in YAML's terms."""
    names = {str: "text", int: "integer", float: "number", bool: "true or false", type(None): "null"}
    if annotation in names:
        return names[annotation]
    parts = get_args(annotation)
    origin = getattr(annotation, "__origin__", None)
    if origin is list:
        return f"list of {_kind(parts[0])}"
    if origin is dict:
        return f"mapping to {_kind(parts[1])}"
    if getattr(annotation, "__origin__", None) is Literal:
        return " or ".join(f"`{part}`" for part in parts)
    if hasattr(annotation, "__metadata__"):
        return _kind(parts[0])
    if parts:
        return " or ".join(_kind(part) for part in parts)
    return "mapping"
