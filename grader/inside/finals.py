"""What the calls of a case leave in the models that they were given. Runs inside the sandbox.

Variables are found before a call, by path, and read after it: their values, and whether each is the same object still.
They are read once more at the end of the case, so that what changes them later is seen, too.
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
    """A model after a call: what it was then, and where that is told."""

    model: object
    after: Snapshot | None
    evidence: dict[str, object]


class Finals:
    """The models of one case, given by the parameters `names`."""

    def __init__(self, names: list[str], *, initials: bool = False) -> None:
        """Begin with no call made; with `initials` what the models are before is told, too."""
        self._names = names
        self._initials = initials
        self._initial: dict[str, Any] = {}
        self._before: dict[str, dict[str, object]] = {}
        self._kept: list[_Kept] = []

    def start_call(self, given: dict[str, Any]) -> None:
        """Remember which variables the models of a call have."""
        self._before = {name: find_variables(given[name]) for name in self._names}
        if self._initials:
            self._initial = {name: to_value(given[name]) for name in self._names}

    def end_call(self, given: dict[str, Any], results: ResultWriter) -> dict[str, object] | None:
        """Return what the models are now, as JSON: `values` by parameter, and the paths of variables `moved`."""
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
        """Add the paths of variables that changed after their call to what was told of it."""
        for kept in self._kept:
            now = _take_snapshot(kept.model)
            if kept.after is None or now is None:
                continue  # then its values could not be sent either, and the check says so
            changes = list_changes(kept.after, now)
            later: Any = kept.evidence["later"]
            later += [str(change["path"])[:MAX_PATH] for change in changes[: MAX_CHANGES - len(later)]]


def _take_snapshot(model: object) -> Snapshot | None:
    """Return what a model is now, None where it can't be read."""
    try:
        return take_snapshot(model)
    except UnreadableError:
        return None


def find_numpy(value: object, path: str = "the result", depth: int = 6) -> str | None:
    """Return where in a result the first NumPy array is, or None."""
    kind = type(value)
    if kind is np.ndarray or is_a(kind, np.generic):
        return path[:MAX_PATH]
    base: Any = next((one for one in (dict, list, tuple) if is_a(kind, one)), None)
    if depth == 0 or base is None or base.__len__(value) > MAX_VALUES:  # so many can't be sent either
        return None
    items: Any = dict.items(value) if base is dict else enumerate(base.__iter__(value))  # type: ignore[arg-type]  # one of these
    for key, item in items:
        found = find_numpy(item, f"{path}[{key!r}]" if type(key) in (str, int) else path, depth - 1)
        if found is not None:
            return found
    return None
