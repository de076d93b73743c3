"""Compares the models that a call uses, before and after the call. Runs inside the sandbox.

Each model is kept as a weak reference with digests of its earlier state. Only the most recently given model is kept
alive until the call of the entry point ends, because code after the last call of a jitted function may change it.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.inside.models import MAX_CHANGES, list_changes, take_snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.inside.models import Snapshot

MAX_MODELS = 32
"""The maximum number of models compared in one call."""


@dataclass(eq=False)
class KeptModel:
    """A model that was an argument of a call, with its states before and after that call."""

    model: Callable[[], object]
    """Returns the model, or None if it no longer exists."""
    before: Snapshot
    after: Snapshot | None = None


class ModelStates:
    """The models of one call of the entry point."""

    def __init__(self) -> None:
        """Start without models."""
        self._kept: list[KeptModel] = []
        self._last: object = None
        self._first: dict[object, Callable[[], object]] = {}
        self.exchanged = False
        """Whether a later call got a different model for an argument than the first call did."""

    def keep(self, model: object, place: object = None) -> KeptModel | None:
        """Take a snapshot of a model; return None if there already is one, or if its arrays are tracers.

        `place` identifies the argument and its function. Raises the errors of `take_snapshot`, and TypeError if the
        model's class doesn't support weak references.
        """
        self._last = model
        if place is not None and self._first.setdefault(place, weakref.ref(model))() is not model:
            self.exchanged = True
        if len(self._kept) >= MAX_MODELS or any(kept.model() is model for kept in self._kept):
            return None
        before = take_snapshot(model)
        if before.is_traced():
            return None
        self._kept.append(KeptModel(weakref.ref(model), before))
        return self._kept[-1]

    def compare(self, read: Callable[[object], Snapshot | None]) -> dict[str, object] | None:
        """Return whether graphdefs and variables are unchanged, and which variables changed; None without models.

        `read` takes a snapshot of a model, or returns None if it can't. A model that no longer exists is compared in
        its state when its call returned; one that can't be read any more counts as changed.
        """
        graphdef_kept, changes, seen = True, [], False
        for kept in self._kept:
            model = kept.model()
            now = read(model) if model is not None else kept.after
            if now is None and model is None:
                continue
            seen = True
            graphdef_kept &= now is not None and now.graphdef == kept.before.graphdef
            changes += list_changes(kept.before, now) if now is not None else []
        self._last = None
        if not seen:
            return None
        told = {"graphdef": graphdef_kept, "params": not changes, "changes": changes[:MAX_CHANGES]}
        return told | {"exchanged": self.exchanged}
