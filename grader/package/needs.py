"""A problem's requirements on an installation: versions of Python, jax and flax, and a device.

A range is written as in requirements files: `>=0.12`, or `>=3.11,<3.14`. Only the numbers of versions are compared.
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, Field

from grader.package.specs.base import Strict

if TYPE_CHECKING:
    from grader.report import Stack

_OPERATORS = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    "<": operator.lt,
}
_PART = re.compile(r"\s*(>=|<=|==|!=|>|<)\s*([0-9]{1,5}(?:\.[0-9]{1,5}){0,3})\s*")
_FORM = "a range of versions reads like `>=0.12` or `>=3.11,<3.14`"


def parse_range(text: str) -> list[tuple[str, tuple[int, ...]]]:
    """Return the parts of a range as operator and version; raise ValueError for anything else."""
    found = [_PART.fullmatch(part) for part in text.split(",")]
    if not all(found):
        raise ValueError(_FORM)
    return [(match[1], _numbers(match[2])) for match in found if match is not None]


def is_in_range(version: str, text: str) -> bool:
    """Return whether a version such as `0.12.1` is in a range. `==0.12` means 0.12.0 only."""
    match = re.match(r"[0-9]+(?:\.[0-9]+)*", version)
    found = _numbers(match[0]) if match else ()
    return all(_OPERATORS[sign](*_same_length(found, wanted)) for sign, wanted in parse_range(text))


def _check(text: str) -> str:
    parse_range(text)
    return text


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("."))


def _same_length(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    size = max(len(one), len(other))
    return one + (0,) * (size - len(one)), other + (0,) * (size - len(other))


VersionRange = Annotated[str, Field(max_length=32), AfterValidator(_check)]
"""Its length is limited because all three ranges must fit into the name of a queue."""


class Needs(Strict):
    """The versions with which a problem works. With others it isn't published, and the operator is told why."""

    python: VersionRange | None = None
    jax: VersionRange | None = None
    flax: VersionRange | None = None

    def tell(self) -> str:
        """Return the ranges as one line, such as `python>=3.12 jax>=0.12`; empty if any versions will do."""
        ranges = self.model_dump(exclude_none=True)
        return " ".join(name + "".join(wanted.split()) for name, wanted in ranges.items())


Device = Literal["cpu", "gpu", "any"]
"""The device on which a problem's submissions run; `any` means the installation's device."""


def are_met(ranges: str, stack: Stack) -> bool:
    """Return whether a stack's versions are in the ranges that `Needs.tell` returned."""
    parts = [re.fullmatch(r"([a-z]+)(.+)", part) for part in ranges.split()]
    return all(match is not None and is_in_range(getattr(stack, match[1]), match[2]) for match in parts)
