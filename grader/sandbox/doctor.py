"""Tests whether the sandbox's walls hold on this machine, by trying to break each of them.

The tests run in workers that a zygote forked, made and confined like those that grade. Two siblings examine themselves
and look for each other and for the host; a third makes a call that must kill it. This takes about two seconds, mostly
to start JAX. During grading, each worker's walls are checked from outside (`grader.sandbox.walls`).
"""

from __future__ import annotations

import contextlib
import os
import platform
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.errors import GraderError, SandboxUnavailableError
from grader.protocol import Frame, FrameKind
from grader.sandbox import gpu
from grader.sandbox.cgroup_setup import explain_absence
from grader.sandbox.jail import Bind
from grader.sandbox.native import build_library
from grader.sandbox.outcome import SandboxEnded, explain_failed_start
from grader.sandbox.walls import Row, Tier, read_walls
from grader.sandbox.warm_trial import CACHE, try_warm_fork
from grader.sandbox.zygote import Zygote

if TYPE_CHECKING:
    from grader.sandbox.process import SandboxProcess
    from grader.settings import GraderSettings

__all__ = ["Row", "Tier", "run", "tier"]

SECONDS: Final = 30.0
MINIMUM: Final = (
    *("jail", "user", "capabilities", "no new privileges", "seccomp mode", "own process namespace"),
    *("network", "files", "landlock", "scratch", "shared memory", "limits", "other processes"),
    *("own namespaces", "seccomp"),
)
"""The walls that grading requires."""
NAMESPACES: Final = ("user", "pid", "mnt", "ipc", "net", "uts")
OF_EACH_WORKER: Final = ("user", "pid", "mnt", "ipc")
"""The namespaces that siblings don't share. They do share the jail's empty network and its host name."""
ADVICE: Final = {
    gpu.WALL: gpu.ADVICE,
    "jail": "install bubblewrap (apt install bubblewrap) and allow unprivileged user namespaces: on Ubuntu load "
    "deploy/apparmor/jaxdojo, as docs/deployment.md says, on Debian sysctl kernel.unprivileged_userns_clone=1; "
    "in a container, give it what docs/deployment.md says, and never --privileged",
    "seccomp": "install libseccomp (apt install libseccomp2) and use a kernel built with CONFIG_SECCOMP_FILTER",
    "landlock": "use Linux 5.13 or newer with landlock among the `lsm=` of its boot parameters",
    "cgroup": "run as root, or as a systemd service with Delegate=yes; if not, each process's memory is still bounded "
    "by RLIMIT_DATA and processes can't be made at all",
}


def run(settings: GraderSettings) -> list[Row]:
    """Test every wall and return the findings, the jail first. Without a jail, the others can't be tested."""
    with tempfile.TemporaryDirectory(prefix="jaxdojo-doctor-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        cache = directory / "cache"
        cache.mkdir()
        library = build_library(directory / "native")
        try:
            zygote = Zygote.start(settings, (Bind(cache, CACHE, listed=False),), library)
        except SandboxUnavailableError as error:
            return [Row(error.wall, stands=False, tested=error.detail, advice=ADVICE.get(error.wall, ADVICE["jail"]))]
        except (GraderError, SandboxEnded) as error:
            return [Row("jail", stands=False, tested=str(error)[-500:], advice=ADVICE["jail"])]
        with contextlib.closing(zygote):
            rows = [Row("jail", stands=True, tested="a zygote was started in a bubblewrap jail")]
            try:
                rows += _try_workers(zygote, settings)
                rows.append(_try_fatal_call(zygote))
            except SandboxUnavailableError as error:
                return [*rows, Row(error.wall, stands=False, tested=error.detail, advice=ADVICE.get(error.wall, ""))]
            except (GraderError, SandboxEnded) as error:
                return [*rows, Row("worker", stands=False, tested=str(error)[-500:], advice=ADVICE["jail"])]
            if settings.device == "gpu":
                rows.append(Row(gpu.WALL, stands=True, tested=gpu.TESTED))
            else:
                rows.append(try_warm_fork(zygote, cache, library))
    return rows


def tier(rows: list[Row]) -> Tier:
    """Return the tier that results from `rows`."""
    standing = {row.wall for row in rows if row.stands}
    if not standing.issuperset(MINIMUM):
        return "none"
    if gpu.WALL in standing:
        return "G"
    return "A" if "cgroup" in standing else "B"


def _try_workers(zygote: Zygote, settings: GraderSettings) -> list[Row]:
    """Have two siblings test their walls, and check the first one from outside."""
    with zygote.fork_worker() as first, zygote.fork_worker() as second:
        if first.worker_pid is None or second.worker_pid is None:
            raise SandboxUnavailableError("worker", "a worker ended before its trial")
        rows = read_walls(first.worker_pid, forked=True)
        cgroup = _look_at_group(first, settings)
        namespaces = _compare_namespaces(*(_read_namespaces(one.worker_pid) for one in (first, second)))
        answers = []
        for one, other in ((first, second), (second, first)):
            pids = (other.worker_pid, zygote.pid, os.getpid())  # the zygote's may not be known yet
            try:
                answers.append(_try(one, {"pids": [pid for pid in pids if pid is not None], **_describe(settings)}))
            except SandboxEnded as ended:
                raise explain_failed_start(ended.outcome, one.output.stderr) from ended
    for header in answers[:1]:
        for wall, (stands, tested) in dict(header["findings"]).items():  # type: ignore[call-overload]
            rows.append(Row(wall, bool(stands), str(tested), "" if stands else ADVICE.get(wall, ADVICE["jail"])))
    return [*rows, namespaces, cgroup]


def _describe(settings: GraderSettings) -> dict[str, object]:
    return {
        "hidden": [str(Path(__file__)), str(Path.home()), "/etc/passwd", "/etc/hostname"],
        "scratch_bytes": settings.scratch_mb * 2**20,
        "memory_bytes": settings.memory_mb * 2**20,
        "threads": settings.threads,
    }


def _try(worker: SandboxProcess, job: dict[str, object]) -> dict[str, object]:
    """Have a worker test its walls; its answer can be trusted, because only our code runs there."""
    deadline = time.monotonic() + SECONDS
    worker.send(Frame(FrameKind.JOB, {"task": "trial", **job}), deadline)
    return worker.receive(deadline).header


def _read_namespaces(pid: int | str | None) -> dict[str, str]:
    return {kind: str(Path(f"/proc/{pid}/ns/{kind}").readlink()) for kind in NAMESPACES}


def _compare_namespaces(first: dict[str, str], second: dict[str, str]) -> Row:
    host = _read_namespaces("self")
    shared = [kind for kind in first if first[kind] == host[kind]]
    shared += [kind for kind in OF_EACH_WORKER if first[kind] == second[kind]]
    tested = f"shared with the host or with a sibling: {', '.join(shared) or 'none'} of {', '.join(first)}"
    return Row("own namespaces", not shared, tested, ADVICE["jail"] if shared else "")


def _look_at_group(worker: SandboxProcess, settings: GraderSettings) -> Row:
    group = worker.group
    if group is None:
        why = explain_absence(settings) or "a worker could not be moved into its group"
        return Row("cgroup", stands=False, tested=why, advice=ADVICE["cgroup"])
    version = "2" if group.unified else "1"
    stands = worker.worker_pid is not None and group.holds(worker.worker_pid)
    tested = f"version {version}: {', '.join(group.controllers)}; the worker is {'' if stands else 'not '}in its own"
    return Row("cgroup", stands, tested, "" if stands else ADVICE["cgroup"])


def _try_fatal_call(zygote: Zygote) -> Row:
    """Have a worker execute a program, which must kill it."""
    with zygote.fork_worker() as worker:
        try:
            _try(worker, {"execute": True})
            end = "it survived"
        except SandboxEnded as ended:
            end = str(ended)
    stands = end.endswith("SIGSYS")
    kernel = f"{platform.system()} {os.uname().release}"
    advice = "" if stands else ADVICE["seccomp"]
    return Row("seccomp", stands, f"a process that executed a program: {end} ({kernel})", advice)
