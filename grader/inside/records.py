"""The probes' records of wrappers, of their calls, and of calls of the entry point. Runs inside the sandbox."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from grader.inside.reading import bytes_of, is_array
from grader.inside.states import ModelStates

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.inside.states import KeptModel

MAX_NAMES: Final = 10
MAX_WRAPPERS: Final = 2000
"""The maximum number of wrappers known at a time; beyond that, the oldest are dropped."""
_refer_weakly = weakref.ref


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
    bound: list[str] = field(default_factory=list)
    """The wrapper's names in the submission's module, at most `MAX_NAMES`."""
    traced: bool = False
    """Whether JAX was tracing when it was made: it is then a part of the program that is being made."""


class KnownWrappers:
    """A map from objects to their wrappers, by identity. An object that can be referred to weakly isn't kept alive."""

    def __init__(self) -> None:
        """Start empty."""
        self._found: dict[int, tuple[Callable[[], object], Wrapper]] = {}

    def add(self, key: object, note: Wrapper) -> None:
        """Add the wrapper of `key`; if there are `MAX_WRAPPERS` already, drop the oldest."""
        if len(self._found) >= MAX_WRAPPERS:
            del self._found[next(iter(self._found))]
        try:
            reference: Callable[[], object] = _refer_weakly(key)
        except TypeError:  # some objects can't be referred to weakly

            def reference() -> object:
                return key

        self._found[id(key)] = reference, note

    def find(self, key: object) -> Wrapper | None:
        """Return the wrapper of `key`, or None."""
        reference, note = self._found.get(id(key), (None, None))
        return note if reference is not None and reference() is key else None  # another object may have its id by now

    def list_alive(self) -> list[object]:
        """Return those keys that still exist."""
        found = [reference() for reference, _ in self._found.values()]
        return [key for key in found if key is not None]

    def clear(self) -> None:
        """Remove all wrappers."""
        self._found.clear()


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
    """The models passed as arguments to the entry point or to a wrapper."""
    lacking: set[int] = field(default_factory=set)
    """The numbers of functions made by `nnx.jit` that got arrays of the given models instead of the models."""
    taking: set[int] = field(default_factory=set)
    """The numbers of functions made by `nnx.jit` that got the given models."""
    models: list[object] = field(default_factory=list)
    """The models given to the entry point that a function made by `nnx.jit` must get."""
    other_inputs: bool = False
    """Whether a later call of an nnx wrapper got different arrays for the same arguments than its first call."""
    first_inputs: dict[tuple[int, object], list[bytes]] = field(default_factory=dict)
    """The arrays of a wrapper's first call, by the wrapper's number and the argument's place."""
    compares_models: bool = True
    """Whether models given to wrappers are compared before and after. Those given to the entry point come first: then
    models given to wrappers, such as copies, don't matter."""

    def note_inputs(self, number: int, given: list[tuple[Any, Any]]) -> None:
        """Compare the arrays in a wrapper's arguments, `given` as pairs of place and value, with its first call's."""
        for place, value in given:
            if is_array(value):
                found = [bytes_of(value)]
                self.other_inputs |= self.first_inputs.setdefault((number, place), found) != found
