"""The cache of a bundle's compiled programs, which publishing writes and sandboxes read."""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.bundle.checksums import CACHE_NAME, drop_sums, move_with_sums
from grader.bundle.contents import DRAFT
from grader.grading.conversation import Conversation, ForgedFrameError, LoadFailedError
from grader.package.files import WARMUP as WARMUP_FILE
from grader.publishing.earlier_checks import digest_judged
from grader.publishing.findings import refuse, tell_ended, tell_failure
from grader.publishing.second_try import tried_twice
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.bundle.contents import Bundle, Case
    from grader.grading.client import Grader
    from grader.package.files import Package
    from grader.protocol import Frame
    from grader.publishing.context import PublishContext

WARMUP = "the warm-up"
DRAFT_SECONDS = 24 * 3600.0
"""The age, in seconds, after which a draft's programs are known to be left from a check that was killed."""


def fill_cache(context: PublishContext, bundle: Bundle, public: Sequence[Case]) -> None:
    """Compile what the reference and the accepted solutions need for `public` cases into the bundle's cache.

    The cases come from a public seed, since compiled programs may contain constants, and must contain none of hidden
    cases.
    """
    package, grader = context.package, context.grader
    root = grader.settings.compile_cache
    if root is None:
        return
    _drop_abandoned(root)
    directory = root / bundle.digest
    directory.mkdir(parents=True, exist_ok=True)
    directory.chmod(0o755)

    @tried_twice
    def fill_from(task: tuple[str, str, Sequence[Case]]) -> None:
        name, source, cases = task
        kept = context.earlier.folder_for(
            grader, "programs", source, digest_judged(replace(bundle, samples=tuple(cases)))
        )
        if kept is not None and kept.is_dir():
            shutil.copytree(kept, directory, dirs_exist_ok=True)
            os.utime(kept)
            return
        try:
            with grader.pool.lend() as spare:
                conversation = Conversation(spare)
                asked = conversation.run_cases(source, bundle.manifest, cases, bundle=bundle.digest, keep_cache=True)
                if list(asked)[-1].header.get("error") is None:
                    frame = conversation.receive_cache()
                    save_cache(frame, directory)
                    keep_cache(frame, kept)
                else:  # a starter may raise, and then there are no programs
                    keep_cache(None, kept)
        except (LoadFailedError, SandboxEnded, ForgedFrameError) as error:
            if name != WARMUP:  # these are run and graded later, which gives a better message
                return
            raise refuse(package, _tell_warmup(package, error, bundle.manifest.limits.time_s)) from error

    # The reference compiles nearly everything, so two tasks share its cases; the others reuse most of its programs.
    tasks: list[tuple[str, str, Sequence[Case]]] = [
        ("reference.py", package.reference, part) for part in (public[::2], public[1::2]) if part
    ]
    tasks += [(name, source, public) for name, source in ((WARMUP, package.warmup), *package.accepted.items())]
    context.map("compile cache", fill_from, tasks)


def find_cold_start(context: PublishContext, bundle: Bundle) -> list[str]:
    """Return a finding if the warm-up fails in the process that submissions are forked from, so that each starts cold.

    It can fail there only: that process has a single thread, and XLA runs a program with many results on several.
    """
    why = context.grader.pool.find_why_cold(bundle)
    if not why:
        return []
    told = f"{_name_warmup(context.package)} can't warm the process that submissions are forked from ({why})"
    why = "that process has a single thread, and a program with many results waits forever for others"
    return [f"{told}; {why}: index an array's rows rather than iterate over them, or add a warmup.py that does"]


def _name_warmup(package: Package) -> str:
    """Return the name of the file that warms sandboxes: warmup.py, or the starter if there is none."""
    return WARMUP_FILE if package.warmup != package.starter else "starter.py"


def _tell_warmup(package: Package, error: Exception, seconds: float) -> str:
    """Return why the warm-up failed, with the name of its file."""
    file = _name_warmup(package)
    if isinstance(error, LoadFailedError):
        return f"{file} can't be used: {tell_failure(package, error.failure, package.warmup)}"
    if isinstance(error, SandboxEnded):
        return tell_ended(package, file, error.outcome, seconds)
    return f"{file} disturbed the grader: {error}"


def keep_cache(frame: Frame | None, kept: Path | None) -> None:
    """Keep a task's programs, or that there are none, for the next check. Does nothing if the disk is full."""
    if kept is None:
        return
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        scratch = Path(tempfile.mkdtemp(dir=kept.parent, prefix=".programs-"))
        scratch.chmod(0o755)  # the same as the bundle's own folder, which is copied from it
        if frame is not None:
            save_cache(frame, scratch)
        scratch.rename(kept)


@contextmanager
def renamed_cache(draft: Bundle, bundle: Bundle, grader: Grader) -> Iterator[None]:
    """Give the draft's cache the bundle's name; delete it if the block raises.

    A bundle that is already served may have the same name: its cache is set aside, and restored if the block raises.
    """
    root = grader.settings.compile_cache
    if root is None:
        yield
        return
    directory, aside = root / bundle.digest, root / f"{bundle.digest}-before"
    shutil.rmtree(aside, ignore_errors=True)
    if directory.is_dir():
        directory.rename(aside)
    try:
        move_with_sums(root / draft.digest, directory)
        yield
    except BaseException:
        drop_cache(bundle, grader)
        if aside.is_dir():
            move_with_sums(aside, directory)
        raise
    shutil.rmtree(aside, ignore_errors=True)


def _drop_abandoned(root: Path) -> None:
    for directory in root.glob(f"{DRAFT}*"):
        with suppress(OSError):
            if directory.stat().st_mtime < time.time() - DRAFT_SECONDS:
                shutil.rmtree(directory)


def drop_cache(bundle: Bundle, grader: Grader) -> None:
    """Remove the bundle's cache, if there is one."""
    if grader.settings.compile_cache is not None:
        shutil.rmtree(grader.settings.compile_cache / bundle.digest, ignore_errors=True)
        drop_sums(grader.settings.compile_cache / bundle.digest)


def save_cache(frame: Frame, directory: Path) -> None:
    """Write the entries of a CACHE frame into `directory`; raise `ForgedFrameError` for wrong names or sizes."""
    entries, at = frame.header.get("entries"), 0
    if not isinstance(entries, list):
        raise ForgedFrameError("CACHE without entries")
    for entry in entries:
        match entry:
            case [str(name), int(size)] if CACHE_NAME.fullmatch(name) and 0 < size <= len(frame.payload) - at:
                scratch = directory / f".{threading.get_ident()}"  # renamed when complete, since sandboxes are reading
                scratch.write_bytes(frame.payload[at : at + size])
                scratch.chmod(0o644)
                scratch.rename(directory / name)
                at += size
            case _:
                raise ForgedFrameError("malformed CACHE entry")
