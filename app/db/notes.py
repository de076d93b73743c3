"""What a page has looked up: kept until the page is drawn, so that its services don't each look it up again.

A page asks several services, each of which reads in its own session. With `take_notes` around it, `look_up` finds
something once for all of them. Nothing outlives the page: an exam that begins counts for the very next request.
Sessions that write never share notes, so what they check is always current.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from sqlalchemy.orm import Session

T = TypeVar("T")

_PAGE: ContextVar[dict[Hashable, Any] | None] = ContextVar("page", default=None)
_NOTES: Final = "notes"


@contextmanager
def take_notes() -> Iterator[None]:
    """Share what reading sessions look up, in this context, until the block ends."""
    token = _PAGE.set({})
    try:
        yield
    finally:
        _PAGE.reset(token)


def share_notes(session: Session) -> None:
    """Give a reading session the page's notes, if it is read for a page that takes them."""
    notes = _PAGE.get()
    if notes is not None:
        session.info[_NOTES] = notes


def look_up(session: Session, key: Hashable, find: Callable[[], T]) -> T:
    """Return `find()`, or what it returned before for the same page and `key`."""
    notes: dict[Hashable, T] | None = session.info.get(_NOTES)
    if notes is None:
        return find()
    if key not in notes:
        notes[key] = find()
    return notes[key]
