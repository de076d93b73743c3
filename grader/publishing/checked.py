"""Lists of problems that passed a full check, with proofs: they say what may be published quickly, and how quickly.

A list is a text file with a line for each problem; earlier versions wrote only the first two words::

    slug digest time_s memory_mib stack[,stack]

`digest` is `proof_digest` of `grader.publishing.publish`: it changes whenever a file of the problem, one of its
solutions or the grader's revision changes, but not with the prose of its texts, nor with names and descriptions in
`problem.yaml`. The limits are those that were declared or that the check inferred, `-` if the machine couldn't measure
memory. A stack is the device and the versions of Python, jax and flax with which everything was tried, such as
`cpu/3.13/0.12/0.12`. `make katas` writes the list that is shipped beside the problems of a release. Each installation
keeps its own list in the data directory. Only a check that passed writes a line, so a list is not a setting to edit.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from grader.report import Stack

NAME: Final = "checked.txt"
"""The name of a list in the folder of problems, and in the data directory."""


@dataclass(frozen=True)
class Proof:
    """The proof that a problem passed a full check: the digest of its files, and what the check found out."""

    digest: str
    time_s: float
    """The time limit for each case, in seconds of processor time."""
    memory_mib: int | None
    """The memory limit; None if the machine couldn't measure memory use."""
    stacks: tuple[str, ...]
    """The stacks with which everything was tried; empty if unknown, and then the limits are unknown too."""

    @classmethod
    def parse(cls, line: str) -> tuple[str, Self] | None:
        """Return the slug and the proof in a line; None for a damaged line."""
        try:
            slug, digest, *more = line.split()
            if not more:
                return slug, cls(digest, 0.0, None, ())
            time_s, memory, stacks = more
            return slug, cls(digest, float(time_s), None if memory == "-" else int(memory), tuple(stacks.split(",")))
        except ValueError:
            return None

    def tell(self) -> str:
        """Return the proof as the words of a line."""
        if not self.stacks:
            return self.digest
        memory = "-" if self.memory_mib is None else self.memory_mib
        return f"{self.digest} {self.time_s:g} {memory} {','.join(sorted(self.stacks))}"

    def fits(self, stack: Stack, device: str) -> bool:
        """Return whether everything was tried on such a device with these versions, ignoring patch versions."""
        return name_stack(stack, device) in self.stacks

    def join(self, other: Proof | None) -> Proof:
        """Return a proof of both checks, with the larger limits; this one alone if the other is about other files."""
        if other is None or other.digest != self.digest or not other.stacks:
            return self
        if not self.stacks:
            return other
        known = self.memory_mib is not None and other.memory_mib is not None
        memory = max(self.memory_mib or 0, other.memory_mib or 0) if known else None
        stacks = tuple(sorted({*self.stacks, *other.stacks}))
        return replace(self, time_s=max(self.time_s, other.time_s), memory_mib=memory, stacks=stacks)


def name_stack(stack: Stack, device: str) -> str:
    """Return the device and the versions of Python, jax and flax, without patch versions, as `cpu/3.13/0.12/0.12`."""
    return "/".join([device, *(".".join(one.split(".")[:2]) for one in (stack.python, stack.jax, stack.flax))])


def find_proof(folders: Iterable[Path], slug: str, digest: str) -> Proof | None:
    """Return the proof of a problem with this digest from the lists in these folders; None if no list has it."""
    proof: Proof | None = None
    for folder in folders:
        found = read_checked(folder).get(slug)
        if found is not None and found.digest == digest:
            proof = found.join(proof)
    return proof


def read_checked(folder: Path) -> dict[str, Proof]:
    """Return the proofs in a folder's list, by slug; empty if there is no list. Damaged lines are skipped."""
    try:
        lines = (folder / NAME).read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return {}
    return dict(parsed for parsed in map(Proof.parse, lines) if parsed is not None)


def note_checked(folder: Path, slug: str, proof: Proof) -> None:
    """Add to a folder's list that the problem passed a full check; raises `OSError`."""
    with rewriting(folder / NAME) as scratch:
        checked = read_checked(folder)
        checked[slug] = proof.join(checked.get(slug))
        scratch.write_text("".join(f"{one} {checked[one].tell()}\n" for one in sorted(checked)), encoding="ascii")


@contextmanager
def rewriting(path: Path) -> Iterator[Path]:
    """Yield a file beside `path` that replaces it at the end; raises `OSError`.

    Several processes may do so at the same time; each waits for the previous one.
    """
    lock, scratch = os.open(path.parent, os.O_RDONLY), path.with_name(f".{path.name}")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield scratch
        scratch.replace(path)
    finally:
        os.close(lock)
