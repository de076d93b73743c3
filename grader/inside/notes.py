"""Notes on objects that may die: by identity, and without a trace on the objects. Runs inside the sandbox.

`weakref.WeakKeyDictionary` hangs a callback on each of its keys, by which whoever has a key finds the dictionary and
all that is in it (`weakref.getweakrefs(key)[0].__callback__`). Here there are plain references, which lead to nothing.
"""

from __future__ import annotations

import weakref
from typing import Generic, TypeVar

Note = TypeVar("Note")
FIRST_SWEEP = 256


class WeakNotes(Generic[Note]):
    """A note for each of some objects; those of the dead are dropped now and then."""

    def __init__(self) -> None:
        """Begin with none."""
        self._notes: dict[int, tuple[weakref.ref[object], Note]] = {}
        self._sweep_at = FIRST_SWEEP

    def get(self, about: object) -> Note | None:
        """Return the note about an object, None where there is none."""
        found = self._notes.get(id(about))
        return found[1] if found is not None and found[0]() is about else None

    def note(self, about: object, note: Note) -> None:
        """Keep a note about an object; raise TypeError where its class has no room for weak references."""
        self._notes[id(about)] = weakref.ref(about), note
        if len(self._notes) >= self._sweep_at:
            alive = {key: kept for key, kept in list(self._notes.items()) if kept[0]() is not None}
            self._notes, self._sweep_at = alive, 2 * len(alive) + FIRST_SWEEP
