"""Which messages of an outbox are sent next: a few of each receiver, however many wait."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime


def choose_fairly(
    heads: Iterable[tuple[int, int]],
    list_first: Callable[[int], Sequence[tuple[datetime, int]]],
    *,
    most: int,
    receivers: int,
) -> list[int]:
    """Return the ids of the first `most` messages of each of the first `receivers`.

    `heads` has each queue with its receiver, who may have several: the queue with the earliest message first.
    `list_first` returns time and id of the first `most` messages of a queue, in order. Queues are asked one by one,
    because a query that ranks the messages of all reads a whole backlog to choose a few.
    """
    found: dict[int, list[Sequence[tuple[datetime, int]]]] = {}
    for queue, receiver in heads:
        if receiver in found or len(found) < receivers:
            queues = found.setdefault(receiver, [])
            if len(queues) < most:  # A later queue begins after the first message of each of these.
                queues.append(list_first(queue))
    return [row for queues in found.values() for _at, row in sorted(chain.from_iterable(queues))[:most]]
