"""The dependency of pages that ask several services about the same things."""

from collections.abc import AsyncIterator

from fastapi import Depends

from app.db.notes import take_notes


async def _take_notes() -> AsyncIterator[None]:
    with take_notes():
        yield


NOTES = Depends(_take_notes)
"""Belongs in the `dependencies` of pages that only read: what their services look up is shared until the answer.

Not of streams, which must notice what changes while they last.
"""
