"""Whether the sandbox's walls stand on this machine, found out by running into each of them.

Everything is tried in workers that a zygote forked, made and confined as those that grade: two siblings look at
themselves, for each other, and for the host; a third does what must be its end. That takes some two seconds, most of
them for starting JAX. While grading, each worker's walls are looked at from outside (`grader.sandbox.walls`).
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
"""The walls without which nothing is graded."""
NAMESPACES: Final = ("user", "pid", "mnt", "ipc", "net", "uts")
OF_EACH_WORKER: Final = ("user", "pid", "mnt", "ipc")
"""The namespaces that two siblings don't share; network and host name are the jail's, and empty."""
ADVICE: Final = {
    gpu.WALL: gpu.ADVICE,
    "jail": "install bubblewrap (apt install bubblewrap) and allow unprivileged user namespaces: "
    "sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0; "
    "in a container, give it what docs/deployment.md says, and never --privileged",
    "seccomp": "install libseccomp (apt install libseccomp2) and use a kernel built with CONFIG_SECCOMP_FILTER",
    "landlock": "use Linux 5.13 or newer with landlock among the `lsm=` of its boot parameters",
    "cgroup": "run as root, or as a systemd service with Delegate=yes; without, each process's memory is still bounded "
    "by RLIMIT_DATA and processes can't be made at all",
}


def run(settings: GraderSettings) -> list[Row]:
    """Try every wall and return what was found, the jail first. Where there is no jail the rest can't be tried."""
    with tempfile.TemporaryDirectory(prefix="jaxdojo-doctor-") as name:
        directory = Path(name)
        directory.chmod(0o755)
        cache = directory / "cache"
        cache.mkdir()
        library = build_library(directory / "native")
        try:
            zygote = Zygote.start(settings, (Bind(cache, CACHE),), library)
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
    """Return the tier that `rows` amount to."""
    standing = {row.wall for row in rows if row.stands}
    if not standing.issuperset(MINIMUM):
        return "none"
    if gpu.WALL in standing:
        return "G"
    return "A" if "cgroup" in standing else "B"


def _try_workers(zygote: Zygote, settings: GraderSettings) -> list[Row]:
    """Have two siblings try their walls, and look at the first one from outside."""
    with zygote.fork_worker() as first, zygote.fork_worker() as second:
        if first.worker_pid is None or second.worker_pid is None:
            raise SandboxUnavailableError("worker", "a worker ended before it was asked anything")
        rows = read_walls(first.worker_pid, forked=True)
        cgroup = _look_at_group(first, settings)
        namespaces = _compare_namespaces(*(_read_namespaces(one.worker_pid) for one in (first, second)))
        said = []
        for one, other in ((first, second), (second, first)):
            pids = (other.worker_pid, zygote.pid, os.getpid())  # what the zygote's is may not be told yet
            try:
                said.append(_ask(one, {"pids": [pid for pid in pids if pid is not None], **_describe(settings)}))
            except SandboxEnded as ended:
                raise explain_failed_start(ended.outcome, one.output.stderr) from ended
    for header in said[:1]:
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


def _ask(worker: SandboxProcess, job: dict[str, object]) -> dict[str, object]:
    """Have a worker run into its walls, and believe it, because only our code runs there."""
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
    """Have a worker execute a program, which must be its end."""
    with zygote.fork_worker() as worker:
        try:
            _ask(worker, {"execute": True})
            end = "it lived on"
        except SandboxEnded as ended:
            end = str(ended)
    stands = end.endswith("SIGSYS")
    kernel = f"{platform.system()} {os.uname().release}"
    advice = "" if stands else ADVICE["seccomp"]
    return Row("seccomp", stands, f"a process that executed a program: {end} ({kernel})", advice)
