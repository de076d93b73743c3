"""Notes on objects: they are dropped with the objects, and nothing on an object leads to them."""

from __future__ import annotations

import weakref

import pytest

from grader.inside.notes import FIRST_SWEEP, WeakNotes


class Thing:
    pass


def test_a_note_is_known_by_its_object_alone() -> None:
    notes, thing = WeakNotes[int](), Thing()
    notes.note(thing, 3)
    assert (notes.get(thing), notes.get(Thing()), notes.get(None)) == (3, None, None)
    assert [reference.__callback__ for reference in weakref.getweakrefs(thing)] == [None]
    with pytest.raises(TypeError):
        notes.note(5, 3)


def test_notes_on_the_dead_are_dropped() -> None:
    notes, alive = WeakNotes[int](), [Thing() for _ in range(10)]
    for number, thing in enumerate(alive):
        notes.note(thing, number)
    for _ in range(5 * FIRST_SWEEP):
        notes.note(Thing(), -1)
    assert len(notes._notes) < FIRST_SWEEP + 2 * len(alive)
    assert [notes.get(thing) for thing in alive] == list(range(10))
