"""The probes' records of wrappers, of their calls, and of calls of the entry point. Runs inside the sandbox."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from grader.inside.states import ModelStates

if TYPE_CHECKING:
    from grader.inside.states import KeptModel


@dataclass(eq=False)
class Wrapper:
    """A jitted function that the submission made: its kind, its line, and whether it was made during a call."""

    number: int
    kind: str
    line: int | None
    name: str
    defined: int | None
    in_call: bool
    static: bool
    bound: str | None = None
    """The wrapper's name in the submission's module."""


@dataclass(eq=False)
class WrapperCall:
    """A running call of an nnx wrapper; `note` is its wrapper if the call is to be reported when it ends."""

    ticket: list[bool]
    note: Wrapper | None
    traces: int
    segments: int
    start: float
    models: list[KeptModel] = field(default_factory=list)
    """The models first seen as arguments of this call."""


@dataclass
class CallRecord:
    """The record of one call of the entry point."""

    traces: list[dict[str, object]] = field(default_factory=list)
    segments: list[dict[str, object]] = field(default_factory=list)
    called: list[Wrapper] = field(default_factory=list)
    modules: list[dict[str, object]] = field(default_factory=list)
    inner: list[dict[str, object]] = field(default_factory=list)
    bodies: dict[tuple[str, tuple[str, ...], int | None], int] = field(default_factory=dict)
    """The number of calls of functions of `bodies.py`, by name, contexts and line."""
    states: ModelStates = field(default_factory=ModelStates)
    """The models among the arguments of the entry point or of a wrapper."""
    models_given: bool = False
    """Whether the entry point was given models; then models given to wrappers, such as copies, are ignored."""
