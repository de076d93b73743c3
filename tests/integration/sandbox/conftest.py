"""A real zygote, workers that run a few lines, and the resources that both may leave behind."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.protocol import Frame, FrameKind
from grader.sandbox.cgroup_setup import find_groups
from grader.sandbox.native import build_library
from grader.sandbox.seals import send_key
from grader.sandbox.spending import Allowance
from grader.sandbox.zygote import Zygote
from grader.settings import GraderSettings
from tests.mounts import find_mounts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.sandbox.process import SandboxProcess

JOB: dict[str, object] = {
    "entry_point": "probe",
    "defines": [],
    "parameters": [],
    "module": None,
    "roundtrip": None,
    "jaxpr": False,
}
HONEST = "def probe():\n    return 42\n"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.sandbox)


@pytest.fixture(scope="session")
def settings() -> GraderSettings:
    if shutil.which("bwrap") is None:
        pytest.skip("bubblewrap is not installed")
    return GraderSettings(memory_mb=768, cpu_seconds=20, scratch_mb=16)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    return build_library(tmp_path_factory.mktemp("native"))


@pytest.fixture(scope="module")
def zygote(settings: GraderSettings, library: Path | None) -> Iterator[Zygote]:
    started = Zygote.start(settings, (), library)
    yield started
    started.close()


@pytest.fixture(scope="module", autouse=True)
def quiet() -> None:
    """Wait until the graders of other tests in this process, which stay open, start and end nothing any more."""
    settings, limit = GraderSettings(), soon()
    before = None
    while (now := Traces.take(settings)) != before and time.monotonic() < limit:
        before = now
        time.sleep(0.5)


def soon(seconds: float = 60.0) -> float:
    return time.monotonic() + seconds


def begin(worker: SandboxProcess, source: str) -> None:
    """Send `source`, which defines `probe()`, to a worker, without waiting for anything."""
    header: dict[str, object] = {**JOB, "source": source, "cases": [[{}]]}
    questions, _ = send_key(worker, soon())
    worker.send(Frame(FrameKind.JOB, header), soon(), questions)


def finish(worker: SandboxProcess, seconds: float = 60.0) -> Frame:
    """Return the CASE frame of the started job, once the worker has ended properly."""
    deadline = soon(seconds)
    frame = worker.receive(deadline)
    assert frame.kind is FrameKind.LOADED, frame
    case = worker.receive(deadline)
    assert case.kind is FrameKind.CASE, case
    assert worker.receive(deadline).kind is FrameKind.DONE
    return case


def warm_up(zygote: Zygote, source: str, seconds: float = 30.0, idle: float | None = None) -> Zygote:
    """Fork a zygote for a problem whose public code is `source`, with an allowance of these seconds."""
    return zygote.fork_zygote(Frame(FrameKind.WARM, {**JOB, "source": source, "cases": []}), Allowance(seconds, idle))


@dataclass(frozen=True)
class Traces:
    """Resources that can be left behind: our descriptors, our descendants, our mounts, our groups."""

    descriptors: int
    processes: frozenset[int]
    mounts: list[str]
    groups: int

    @classmethod
    def take(cls, settings: GraderSettings) -> Traces:
        groups = find_groups(settings)
        bases = groups.directories if groups is not None else set()
        return cls(
            len(list(Path("/proc/self/fd").iterdir())),
            frozenset(descendants(os.getpid())),
            find_mounts(),
            sum(path.is_dir() for base in bases for path in base.glob("*")),
        )


def descendants(pid: int) -> set[int]:
    """Return every process below `pid`, zombies included."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                stat = (path / "stat").read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue
            children.setdefault(int(stat.rpartition(")")[2].split()[1]), []).append(int(path.name))
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        fresh = [child for child in children.get(waiting.pop(), []) if child not in found]
        found.update(fresh)
        waiting += fresh
    return found


def eventually_gone(pids: set[int], seconds: float = 10.0) -> bool:
    """Wait until none of `pids` exists, not even as a zombie."""
    limit = soon(seconds)
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        if time.monotonic() >= limit:
            return False
        time.sleep(0.01)
    return True
