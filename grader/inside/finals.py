"""Reports the final state of the models that a case's calls were given. Runs inside the sandbox.

A model's variables are found by path before a call. After the call, their values are read, and each is checked for
being the same object as before. They are read again at the end of the case, to detect later changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.inside.models import MAX_CHANGES, Snapshot, find_variables, list_changes, take_snapshot
from grader.inside.reading import MAX_VALUES, UnreadableError, is_a
from grader.inside.wire import UnsendableError, to_value

if TYPE_CHECKING:
    from grader.inside.wire import ResultWriter

MAX_PATH = 200


@dataclass(frozen=True)
class _Kept:
    """A model after a call: a snapshot of it at that time, and the evidence that reports it."""

    model: object
    after: Snapshot | None
    evidence: dict[str, object]

    def add_later_changes(self) -> None:
        """Add the paths of variables that changed after the call to its evidence."""
        now = _take_snapshot(self.model)
        if self.after is None or now is None:
            return  # then its values could not be sent either, which the check reports
        changes = list_changes(self.after, now)
        later: Any = self.evidence["later"]
        later += [str(change["path"])[:MAX_PATH] for change in changes[: MAX_CHANGES - len(later)]]


class Finals:
    """The models of one case, given by the parameters `names`."""

    def __init__(self, names: list[str], *, initials: bool = False) -> None:
        """Start before the first call; with `initials`, the models' initial states are reported too."""
        self._names = names
        self._initials = initials
        self._initial: dict[str, Any] = {}
        self._before: dict[str, dict[str, object]] = {}
        self._kept: list[_Kept] = []

    def start_call(self, given: dict[str, Any]) -> None:
        """Remember the variables of a call's models."""
        self._before = {name: find_variables(given[name]) for name in self._names}
        if self._initials:
            self._initial = {name: to_value(given[name]) for name in self._names}

    def end_call(self, given: dict[str, Any], results: ResultWriter) -> dict[str, object] | None:
        """Return the models' current state as JSON: `values` by parameter, and `moved`, the paths of replaced ones."""
        if not self._names:
            return None
        values: dict[str, object] = {}
        moved: list[str] = []
        evidence: dict[str, object] = {"values": values, "moved": moved, "later": []}
        evidence["initial"] = {name: results.add(value) for name, value in self._initial.items()}
        for name in self._names:
            model = given[name]
            try:
                values[name] = results.write(model, f"`{name}`")
            except UnsendableError:
                values[name] = None
            before, now = self._before[name], find_variables(model)
            moved += [f"{name}.{path}"[:MAX_PATH] for path, one in before.items() if now.get(path) is not one]
            self._kept.append(_Kept(model, _take_snapshot(model), evidence))
        del moved[MAX_CHANGES:]
        return evidence

    def end_case(self) -> None:
        """Add the paths of variables that changed after their call to the call's evidence."""
        for kept in self._kept:
            kept.add_later_changes()

    def settle(self, model: object) -> None:
        """Add the later changes of a model to its earlier calls' evidence; it gets other values for its next call."""
        for kept in self._kept:
            if kept.model is model:
                kept.add_later_changes()
        self._kept = [kept for kept in self._kept if kept.model is not model]


def _take_snapshot(model: object) -> Snapshot | None:
    """Return a snapshot of a model, or None if it can't be read."""
    try:
        return take_snapshot(model)
    except UnreadableError:
        return None


def find_numpy(value: object, path: str = "the result", depth: int = 6) -> str | None:
    """Return the path of the first NumPy array in a result, or None."""
    kind = type(value)
    if kind is np.ndarray or is_a(kind, np.generic):
        return path[:MAX_PATH]
    base: Any = next((one for one in (dict, list, tuple) if is_a(kind, one)), None)
    if depth == 0 or base is None or base.__len__(value) > MAX_VALUES:  # a result this large can't be sent either
        return None
    items: Any = dict.items(value) if base is dict else enumerate(base.__iter__(value))  # type: ignore[arg-type]  # one of these
    for key, item in items:
        found = find_numpy(item, f"{path}[{key!r}]" if type(key) in (str, int) else path, depth - 1)
        if found is not None:
            return found
    return None
