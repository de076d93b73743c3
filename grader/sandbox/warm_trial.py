"""Tests whether a warm process can be forked here: compiles, warms a zygote from the cache, forks, and runs a program.

This is not a wall: if it doesn't work, every spare warms up by itself, which only takes longer. The result is stored
beside the library, because a trial takes a second if warm forks work, and many seconds if they don't.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import secrets
import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.errors import GraderError
from grader.protocol import Frame, FrameKind
from grader.sandbox.outcome import SandboxEnded
from grader.sandbox.seals import send_key
from grader.sandbox.spending import Allowance
from grader.sandbox.walls import Row

if TYPE_CHECKING:
    from grader.sandbox.process import SandboxProcess
    from grader.sandbox.zygote import Zygote

logger = logging.getLogger(__name__)

CACHE: Final = Path("/cache")
"""The path at which `grader.inside.cache` looks for compiled programs."""
WARM_SECONDS: Final = 20.0
RUN_SECONDS: Final = 30.0
BELIEVED_SECONDS: Final = 24 * 3600.0
"""How long a stored failure is valid, in seconds: the machine may have been busy."""
SOURCE: Final = "import jax\n\n@jax.jit\ndef probe():\n    return (jax.numpy.arange(8.0) * 2).sum()\n"
JOB: Final[dict[str, object]] = {
    "source": SOURCE,
    "entry_point": "probe",
    "defines": [],
    "parameters": [],
    "module": None,
    "roundtrip": None,
    "jaxpr": False,
    "cases": [[{}]],
}
JAX_WITH_READERS: Final = "0.10."
"""The versions of jax that wait for a thread of theirs to read a compiled program: a zygote has none."""
FALL_BACK: Final = "none needed: each spare warms up by itself instead, which takes half a second more of the machine"


def can_warm_fork(zygote: Zygote, cache: Path, library: Path | None) -> bool:
    """Return whether `try_warm_fork` succeeds, or succeeded before with this library, kernel and stack."""
    if library is None:
        return False
    tried = f"{library.name} {os.uname().release} {zygote.ready.header.get('stack')}"
    note = library.with_name(f"warm-fork-{hashlib.sha256(tried.encode()).hexdigest()[:16]}")
    found = _read_note(note)
    if found is not None:
        return found
    row = try_warm_fork(zygote, cache, library)
    if not row.stands:
        logger.warning("no process can be forked warm, so each spare warms up by itself: %s", row.tested)
    with contextlib.suppress(OSError):  # If the disk is full, the next process tries again.
        new = note.with_name(f"{note.name}.{secrets.token_hex(4)}")
        new.write_text("works" if row.stands else "fails")
        new.replace(note)
    return row.stands


def _read_note(note: Path) -> bool | None:
    """Return the stored result of a trial; None if there is none, or it is an old failure."""
    try:
        works = note.read_text() == "works"
        age = time.time() - note.stat().st_mtime
    except OSError:
        return None
    return works if works or 0 <= age < BELIEVED_SECONDS else None


def try_warm_fork(zygote: Zygote, cache: Path, library: Path | None) -> Row:
    """Warm a zygote forked from `zygote`, whose jail has `cache`, and have a child of it run a program."""
    if library is None:
        return _fail("there is no C compiler to build the library with", "apt install gcc")
    stack = zygote.ready.header.get("stack")
    if isinstance(stack, dict) and str(stack.get("jax")).startswith(JAX_WITH_READERS):
        return _fail(f"jax {stack['jax']} reads a compiled program in a thread, which a zygote doesn't have")
    name = f"trial-{secrets.token_hex(4)}"
    try:
        return _warm_and_fork(zygote, cache / name)
    finally:
        shutil.rmtree(cache / name, ignore_errors=True)


def _warm_and_fork(zygote: Zygote, programs: Path) -> Row:
    job = JOB | {"bundle": programs.name}
    try:
        with zygote.fork_worker() as worker:
            _save(_run(worker, job | {"keep_cache": True}), programs)
        started = time.monotonic()
        warm = zygote.fork_zygote(Frame(FrameKind.WARM, job | {"keep_cache": False}), Allowance(WARM_SECONDS))
    except (GraderError, SandboxEnded) as error:
        stack = zygote.ready.header.get("stack")
        return _fail(f"a zygote did not warm up within {WARM_SECONDS:g} s of processor time, with {stack}: {error}")
    try:
        with warm.fork_worker() as worker:
            forked = time.monotonic()
            _run(worker, job | {"keep_cache": False})
            took = time.monotonic() - forked
    except (GraderError, SandboxEnded) as error:
        return _fail(f"a child of a warm zygote did not answer: {error}")
    finally:
        warm.close()
    tested = f"a zygote was warm after {forked - started:.1f} s; a child of it ran a program in {took * 1e3:.0f} ms"
    return Row("warm fork", stands=True, tested=tested)


def _fail(tested: str, advice: str = FALL_BACK) -> Row:
    return Row("warm fork", stands=False, tested=tested[:500], advice=advice)


def _run(worker: SandboxProcess, job: dict[str, object]) -> Frame:
    """Have `worker` run the program and return its last frame: DONE, or CACHE with the compiled programs."""
    limit = Allowance(RUN_SECONDS)
    questions, _ = send_key(worker, limit)
    worker.send(Frame(FrameKind.JOB, job), limit, questions)
    last = FrameKind.CACHE if job["keep_cache"] else FrameKind.DONE
    while True:
        frame = worker.receive(limit)
        if frame.kind is FrameKind.FAILED or frame.header.get("error") is not None:
            raise GraderError(f"the program failed: {frame.header}")
        if frame.kind is last:
            return frame


def _save(frame: Frame, directory: Path) -> None:
    """Write the programs in a CACHE frame. Only our code ran in that worker; names that aren't plain are skipped."""
    directory.mkdir()
    at = 0
    entries = frame.header.get("entries")
    for name, size in entries if isinstance(entries, list) else []:
        data, at = frame.payload[at : at + size], at + size
        if "/" not in name and not name.startswith("."):
            (directory / name).write_bytes(data)
            (directory / name).chmod(0o644)
