"""Lists of the problems that passed a full check, with what passed: what may be published quickly, and how quickly.

A list is a text file with a line for each problem, where earlier versions wrote the first two words only::

    slug digest time_s memory_mib stack[,stack]

`digest` is `source_digest` of `grader.publishing.publish`: another one as soon as a file of the problem, a solution of
it or the grader's revision is another. The limits are those that the check declared or inferred, `-` where the machine
couldn't measure memory. A stack is the device, and the versions of Python, jax and flax, with which everything was
tried, such as `cpu/3.13/0.12/0.12`. One list is shipped beside the problems, for those of a release, and written by
`make katas`. Each installation keeps one of its own in the data directory. Only a check that held writes a line, so a
list is no setting to be edited.
"""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from grader.report import Stack

NAME: Final = "checked.txt"
"""The name of a list in the folder of problems, and in the data directory."""


@dataclass(frozen=True)
class Proof:
    """That a problem passed a full check: the digest of its files, and what the check found out about them."""

    digest: str
    time_s: float
    """The time limit for each case, in seconds of processor time."""
    memory_mib: int | None
    """The memory limit; None where the machine couldn't measure how much was taken."""
    stacks: tuple[str, ...]
    """The versions with which everything was tried; none where that isn't known, and then neither are the limits."""

    @classmethod
    def parse(cls, line: str) -> tuple[str, Self] | None:
        """Return slug and proof of a line; None for a damaged one."""
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
        """Return whether everything was tried with these versions, but for corrections, and on such a device."""
        return name_stack(stack, device) in self.stacks

    def join(self, other: Proof | None) -> Proof:
        """Return a proof of both checks, with the larger limits; only this one, if the other is of other files."""
        if other is None or other.digest != self.digest or not other.stacks:
            return self
        if not self.stacks:
            return other
        known = self.memory_mib is not None and other.memory_mib is not None
        memory = max(self.memory_mib or 0, other.memory_mib or 0) if known else None
        stacks = tuple(sorted({*self.stacks, *other.stacks}))
        return replace(self, time_s=max(self.time_s, other.time_s), memory_mib=memory, stacks=stacks)


def name_stack(stack: Stack, device: str) -> str:
    """Return the device, and the versions of Python, jax and flax without corrections, as `cpu/3.13/0.12/0.12`."""
    return "/".join([device, *(".".join(one.split(".")[:2]) for one in (stack.python, stack.jax, stack.flax))])


def find_proof(folders: Iterable[Path], slug: str, digest: str) -> Proof | None:
    """Return the proof of a problem with this digest from the lists in some folders; None where no list has it."""
    proof: Proof | None = None
    for folder in folders:
        found = read_checked(folder).get(slug)
        if found is not None and found.digest == digest:
            proof = found.join(proof)
    return proof


def read_checked(folder: Path) -> dict[str, Proof]:
    """Return the proofs by slug of the list in a folder; nothing where there is none, or of lines that are damaged."""
    try:
        lines = (folder / NAME).read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return {}
    return dict(parsed for parsed in map(Proof.parse, lines) if parsed is not None)


def note_checked(folder: Path, slug: str, proof: Proof) -> None:
    """Note in a folder's list that the problem passed a full check; raise `OSError`.

    Several processes may do so at the same time: each waits for the one before it.
    """
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        checked = read_checked(folder)
        checked[slug] = proof.join(checked.get(slug))
        scratch = folder / f".{NAME}"
        scratch.write_text("".join(f"{one} {checked[one].tell()}\n" for one in sorted(checked)), encoding="ascii")
        scratch.replace(folder / NAME)
    finally:
        os.close(lock)
