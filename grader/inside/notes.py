"""A map from objects to notes, by identity, that neither keeps the objects alive nor can be reached from them.

Runs inside the sandbox. `weakref.WeakKeyDictionary` attaches a callback to each of its keys, through which anyone who
has a key can reach the dictionary and everything in it (`weakref.getweakrefs(key)[0].__callback__`). The weak
references here have no callback, so they lead nowhere.
"""

from __future__ import annotations

import weakref
from typing import Generic, TypeVar

Note = TypeVar("Note")
FIRST_SWEEP = 256


class WeakNotes(Generic[Note]):
    """A map from objects to notes. Notes about objects that no longer exist are dropped from time to time."""

    def __init__(self) -> None:
        """Start empty."""
        self._notes: dict[int, tuple[weakref.ref[object], Note]] = {}
        self._sweep_at = FIRST_SWEEP

    def get(self, about: object) -> Note | None:
        """Return the note about an object, or None if there is none."""
        found = self._notes.get(id(about))
        return found[1] if found is not None and found[0]() is about else None

    def note(self, about: object, note: Note) -> None:
        """Keep a note about an object; raise TypeError if its class doesn't support weak references."""
        self._notes[id(about)] = weakref.ref(about), note
        if len(self._notes) >= self._sweep_at:
            alive = {key: kept for key, kept in list(self._notes.items()) if kept[0]() is not None}
            self._notes, self._sweep_at = alive, 2 * len(alive) + FIRST_SWEEP
