"""Notifications within this process: each topic, such as a submission, has subscribers that are woken when it changes.

The database is the source of truth. A follower of a submission reads the stored events, waits for a notification, and
reads again, so it misses nothing and gets nothing twice, without polling. A notification that arrives before a
subscriber waits is remembered. With PostgreSQL, notifications reach the subscribers in all processes: see
`app.domains.submissions.notifications`.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Subscription:
    """One subscriber's view of a topic."""

    def __init__(self) -> None:
        self._changed = asyncio.Event()
        self.closed = False
        """Whether the service is stopping, and followers should stop."""

    def notify(self) -> None:
        """Wake the subscriber, now or when it next waits."""
        self._changed.set()

    async def wait(self, timeout_s: float) -> None:
        """Return at the next notification, or after `timeout_s` seconds."""
        try:
            async with asyncio.timeout(timeout_s):
                await self._changed.wait()
        except TimeoutError:
            return
        self._changed.clear()


class Broadcaster:
    """All subscriptions of one process. Use it in the event loop's thread only."""

    def __init__(self) -> None:
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._closed = False
        self.notify_others: Callable[[str], None] = lambda _topic: None
        """Called with each topic that changed here, to notify other processes if possible."""

    def notify(self, topic: str) -> None:
        """Wake the topic's subscribers in all processes."""
        self.notify_here(topic)
        self.notify_others(topic)

    def notify_here(self, topic: str) -> None:
        """Wake the topic's subscribers in this process."""
        for subscription in self._subscriptions.get(topic, ()):
            subscription.notify()

    def notify_all_here(self) -> None:
        """Wake every subscriber in this process: anything may have changed."""
        for subscription in self._list_all():
            subscription.notify()

    @contextmanager
    def subscribe(self, topic: str) -> Iterator[Subscription]:
        """Yield a subscription to `topic` for the duration of the block."""
        subscription = Subscription()
        subscription.closed = self._closed
        self._subscriptions[topic].add(subscription)
        try:
            yield subscription
        finally:
            self._subscriptions[topic].discard(subscription)
            if not self._subscriptions[topic]:
                del self._subscriptions[topic]

    def close(self) -> None:
        """Tell every subscriber to stop."""
        self._closed = True
        for subscription in self._list_all():
            subscription.closed = True
            subscription.notify()

    def _list_all(self) -> list[Subscription]:
        return [subscription for group in self._subscriptions.values() for subscription in group]
