"""Compares the models that a call works with: what they were before, and what they are after. Runs inside the sandbox.

Of each model there is a weak reference, and digests of what it was. Only the one that was given last is kept alive,
until the call of the entry point is over: a line after the last call of a jitted function may change it.
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
"""Most models whose state is compared in one call."""


@dataclass(eq=False)
class KeptModel:
    """A model that was an argument, what it was before that, and what after the call that it was an argument of."""

    model: Callable[[], object]
    """Returns it, None once it is gone."""
    before: Snapshot
    after: Snapshot | None = None


class ModelStates:
    """The models of one call of the entry point."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: list[KeptModel] = []
        self._last: object = None
        self._first: dict[object, Callable[[], object]] = {}
        self.exchanged = False
        """Whether a later call got another model in the place of the first call's."""

    def keep(self, model: object, place: object = None) -> KeptModel | None:
        """Remember what a model is; None where that is known, or where its arrays are traced: it stands for many then.

        `place` says which argument it is, of which function. Raises what reading it does, and TypeError where its class
        has no room for weak references.
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
        """Say whether graphdefs and variables are as before, and which variables not; None where nothing was seen.

        `read` takes a snapshot of a model, or says that it can't. A model that is gone is compared as it was when its
        call returned; one that can't be read any more has changed.
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
