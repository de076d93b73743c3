"""Whether a warm process can be forked here, found out by doing it: compile, warm a zygote from the cache, fork, run.

No wall: where it doesn't work, every spare warms up by itself, which takes longer and means the same.
"""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.errors import GraderError
from grader.protocol import Frame, FrameKind
from grader.sandbox.outcome import SandboxEnded
from grader.sandbox.walls import Row

if TYPE_CHECKING:
    from grader.sandbox.process import SandboxProcess
    from grader.sandbox.zygote import Zygote

CACHE: Final = Path("/cache")
"""Where `grader.inside.cache` looks for compiled programs."""
WARM_SECONDS: Final = 8.0
RUN_SECONDS: Final = 30.0
DIGEST: Final = "doctor"
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
FALL_BACK: Final = "none needed: each spare warms up by itself instead, which takes half a second more of the machine"


def try_warm_fork(zygote: Zygote, cache: Path, library: Path | None) -> Row:
    """Warm a zygote below `zygote`, in which `cache` is shown, and have a child of it run a program."""
    if library is None:
        return _fail("there is no C compiler to build the library with", "apt install gcc")
    try:
        with zygote.fork_worker() as worker:
            _save(_run(worker, keep_cache=True), cache / DIGEST)
        started = time.monotonic()
        warm = zygote.fork_zygote(
            Frame(FrameKind.WARM, JOB | {"bundle": DIGEST, "keep_cache": False}), started + WARM_SECONDS
        )
    except (GraderError, SandboxEnded) as error:
        stack = zygote.ready.header.get("stack")
        return _fail(f"a zygote did not warm up within {WARM_SECONDS:g} s, with {stack}: {error}")
    try:
        with warm.fork_worker() as worker:
            forked = time.monotonic()
            _run(worker, keep_cache=False)
            took = time.monotonic() - forked
    except (GraderError, SandboxEnded) as error:
        return _fail(f"a child of a warm zygote did not answer: {error}")
    finally:
        warm.close()
    tested = f"a zygote was warm after {forked - started:.1f} s; a child of it ran a program in {took * 1e3:.0f} ms"
    return Row("warm fork", stands=True, tested=tested)


def _fail(tested: str, advice: str = FALL_BACK) -> Row:
    return Row("warm fork", stands=False, tested=tested[:500], advice=advice)


def _run(worker: SandboxProcess, *, keep_cache: bool) -> Frame:
    """Have `worker` run the program and return its last frame: DONE, or CACHE with what it compiled."""
    deadline = time.monotonic() + RUN_SECONDS
    header = JOB | {"key": secrets.token_hex(32), "bundle": DIGEST, "keep_cache": keep_cache}
    worker.send(Frame(FrameKind.JOB, header), deadline)
    last = FrameKind.CACHE if keep_cache else FrameKind.DONE
    while True:
        frame = worker.receive(deadline)
        if frame.kind is FrameKind.FAILED or frame.header.get("error") is not None:
            raise GraderError(f"the program failed: {frame.header}")
        if frame.kind is last:
            return frame


def _save(frame: Frame, directory: Path) -> None:
    """Write what a CACHE frame holds. Only our code ran in that worker; a name that isn't plain is passed over."""
    directory.mkdir()
    at = 0
    entries = frame.header.get("entries")
    for name, size in entries if isinstance(entries, list) else []:
        data, at = frame.payload[at : at + size], at + size
        if "/" not in name and not name.startswith("."):
            (directory / name).write_bytes(data)
            (directory / name).chmod(0o644)
