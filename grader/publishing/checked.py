"""Lists of the problems that passed a full check, each with the digest of its files: what may be published quickly.

A list is a text file with a line `slug digest` for each problem, where the digest is `source_digest` of
`grader.publishing.publish`: another one as soon as a file of the problem, a solution of it or the grader's revision is
another. One list is shipped beside the problems, for those of a release, and written by `make katas`. Each installation
keeps one of its own in the data directory. Only a check that held writes a line, so a list is no setting to be edited.
"""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

NAME: Final = "checked.txt"
"""The name of a list in the folder of problems, and in the data directory."""


def is_checked(folders: tuple[Path, ...], slug: str, digest: str) -> bool:
    """Return whether the list in one of these folders has the problem with this digest."""
    return any(read_checked(folder).get(slug) == digest for folder in folders)


def read_checked(folder: Path) -> dict[str, str]:
    """Return digests by slug of the list in a folder; nothing where there is none, or of lines that are damaged."""
    try:
        lines = (folder / NAME).read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):
        return {}
    return {words[0]: words[1] for line in lines if len(words := line.split()) == 2}  # noqa: PLR2004 - slug and digest


def note_checked(folder: Path, slug: str, digest: str) -> None:
    """Note in a folder's list that the problem passed a full check with this digest; raise `OSError`.

    Several processes may do so at the same time: each waits for the one before it.
    """
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        checked = read_checked(folder) | {slug: digest}
        scratch = folder / f".{NAME}"
        scratch.write_text("".join(f"{one} {checked[one]}\n" for one in sorted(checked)), encoding="ascii")
        scratch.replace(folder / NAME)
    finally:
        os.close(lock)
