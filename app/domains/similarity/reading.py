"""Reads sources in workers, in batches, and caches the results.

A worker's call gets `BATCH` characters, which take some tenths of a second. If a call fails, its sources are read one
by one, and those that fail alone are left out; after `MAX_FAILURES` of them nothing is retried.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from app.kit.workers.errors import TooHeavyError, WorkersBusyError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

R = TypeVar("R")

BATCH: Final = 120_000
"""Maximum number of characters read in one call; a single source may have more."""
MAX_KEPT: Final = 4000
"""Maximum number of sources whose results are cached."""
MAX_FAILURES: Final = 5
PATIENCE: Final = 20
"""Maximum number of retries of a call because all workers are busy."""


class Reader(Generic[R]):
    """Reads sources with one kind of task."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, R | None] = OrderedDict()

    async def read(
        self,
        sources: Sequence[str],
        key: str,
        call: Callable[[list[str]], Awaitable[list[R]]],
        progress: Callable[[int], None],
    ) -> list[R | None]:
        """Return the result of `call` for each source, None if it takes too long. `key` has its other inputs.

        `progress` is called with the number of sources in each step. Raises `WorkersBusyError`.
        """
        keys = await asyncio.to_thread(_hash, sources, key)
        found: dict[bytes, R | None] = {each: self._kept[each] for each in keys if each in self._kept}
        progress(sum(each in found for each in keys))
        missing = {each: source for each, source in zip(keys, sources, strict=True) if each not in found}
        failures = 0
        for batch in _pack(missing):
            try:
                results = await _insist(call, list(batch.values()))
                found.update(zip(batch, results, strict=True))
            except TooHeavyError:
                for each, source in batch.items():
                    found[each] = None
                    if len(batch) > 1 and failures < MAX_FAILURES:
                        try:
                            found[each] = (await _insist(call, [source]))[0]
                        except TooHeavyError:
                            failures += 1
            progress(len(batch))
        for each in keys:
            self._kept[each] = found[each]
            self._kept.move_to_end(each)
        while len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return [found[each] for each in keys]


def _hash(sources: Sequence[str], key: str) -> list[bytes]:
    return [hashlib.sha256(f"{key} {source}".encode(errors="surrogatepass")).digest() for source in sources]


async def _insist(call: Callable[[list[str]], Awaitable[list[R]]], sources: list[str]) -> list[R]:
    """Return the result of `call`, waiting while all workers are busy."""
    for _ in range(PATIENCE):
        try:
            return await call(sources)
        except WorkersBusyError:
            await asyncio.sleep(1)
    raise WorkersBusyError


def _pack(missing: dict[bytes, str]) -> Iterator[dict[bytes, str]]:
    """Yield the sources in batches."""
    batch: dict[bytes, str] = {}
    size = 0
    for key, source in missing.items():
        if batch and size + len(source) > BATCH:
            yield batch
            batch, size = {}, 0
        batch[key] = source
        size += len(source)
    if batch:
        yield batch


def pack_texts(texts: list[str]) -> list[list[str]]:
    """Return texts in batches."""
    return [list(batch.values()) for batch in _pack({str(n).encode(): text for n, text in enumerate(texts)})]
