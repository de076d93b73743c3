"""Fingerprints of a source by winnowing.

Schleimer, Wilkerson, Aiken: *Winnowing: local algorithms for document fingerprinting* (SIGMOD 2003). All runs of
`LENGTH` tokens are hashed, and of each `WINDOW` adjacent hashes the smallest is kept, the last of equal ones. So two
sources that share `LENGTH + WINDOW - 1` tokens in a row share a fingerprint, wherever they occur.

Runs in the problem's own code are removed first, as MOSS does with base files: the rest is the author's. A run never
crosses the beginning of a top-level function or class, so their order doesn't matter.

Both numbers were chosen by `python -m bench.similar --choose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from app.domains.similarity.tokens import Token

LENGTH: Final = 6
"""Number of tokens in a run."""
WINDOW: Final = 2
"""Number of adjacent runs of which one is kept."""
_BYTES: Final = 6
"""Number of bytes in a hash, which stays exact as a JavaScript number, for programs that read the export."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run of tokens: its hash, and the index of its first token."""

    hash: int
    at: int


def hash_runs(tokens: Sequence[Token]) -> Iterator[Run]:
    """Yield all runs of tokens within one part, in order."""
    for at in range(len(tokens) - LENGTH + 1):
        run = tokens[at : at + LENGTH]
        if run[0].part == run[-1].part:
            yield Run(hash_texts(token.text for token in run), at)


def hash_texts(texts: Iterable[str]) -> int:
    """Return the hash of a sequence of tokens."""
    return int.from_bytes(blake2b("\n".join(texts).encode(errors="replace"), digest_size=_BYTES).digest())


def winnow(runs: Iterable[Run], window: int = WINDOW) -> list[Run]:
    """Return the kept runs, in order. Fewer runs than a window count as one window."""
    given = list(runs)
    kept: dict[int, Run] = {}
    for start in range(max(1, len(given) - window + 1)):
        best = min(reversed(given[start : start + window]), key=lambda run: run.hash, default=None)
        if best is not None:
            kept[best.at] = best
    return list(kept.values())


def find_fingerprints(tokens: Sequence[Token], known: AbstractSet[int] = frozenset()) -> list[Run]:
    """Return the fingerprints of a source, without `known` runs."""
    return winnow(run for run in hash_runs(tokens) if run.hash not in known)
