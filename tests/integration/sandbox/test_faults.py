"""Killed sandbox processes, and a killed supervisor: nothing is left behind, and the rest continues."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.grading.pool import SandboxPool
from grader.sandbox import cgroup
from grader.sandbox.cgroup_setup import find_groups
from grader.sandbox.outcome import Ending, SandboxEnded
from grader.sandbox.zygote import Zygote
from tests.integration.sandbox.conftest import HONEST, begin, descendants, eventually_gone, finish, soon, warm_up

if TYPE_CHECKING:
    from grader.settings import GraderSettings

SLOW = "import time\ndef probe():\n    time.sleep(60)\n"


def kill(pid: int | None) -> None:
    assert pid is not None
    os.kill(pid, signal.SIGKILL)


def test_a_spare_killed_while_idle_is_seen(zygote: Zygote) -> None:
    with zygote.fork_worker() as spare:
        kill(spare.worker_pid)
        limit = soon(10)
        while spare.is_alive():
            assert time.monotonic() < limit
            time.sleep(0.005)
        with pytest.raises(SandboxEnded):
            begin(spare, HONEST)
    zygote.fork_worker().kill()


def test_a_worker_killed_while_it_grades_is_no_fault_of_its_own(zygote: Zygote, settings: GraderSettings) -> None:
    with zygote.fork_worker() as worker, zygote.fork_worker() as sibling:
        begin(worker, SLOW)
        worker.receive(soon())
        kill(worker.worker_pid)
        with pytest.raises(SandboxEnded) as ended:
            worker.receive(soon())
        # Without a control group, the kernel's kills can't be distinguished from others.
        assert ended.value.outcome.ending is (Ending.KILLED if find_groups(settings) else Ending.MEMORY)
        begin(sibling, HONEST)
        finish(sibling)


def test_workers_die_with_their_problems_zygote(zygote: Zygote) -> None:
    before = descendants(os.getpid())
    problem = warm_up(zygote, HONEST)
    with problem.fork_worker() as worker, zygote.fork_worker() as other:
        begin(worker, SLOW)
        worker.receive(soon())
        gone = {pid for pid in (problem.pid, worker.worker_pid) if pid is not None}
        assert len(gone) == 2
        kill(problem.pid)
        with pytest.raises(SandboxEnded) as ended:
            worker.receive(soon())
        assert str(ended.value.outcome) == "killed: its zygote is gone"
        assert not problem.is_alive()
        with pytest.raises(SandboxStartError):
            problem.fork_worker()
        problem.close()
        begin(other, HONEST)
        finish(other)
    assert eventually_gone(gone), "somebody is left, if only as a zombie"
    assert descendants(os.getpid()) <= before


def test_everything_dies_with_the_root_zygote(settings: GraderSettings, library: Path | None) -> None:
    before = descendants(os.getpid())
    root = Zygote.start(settings, (), library)
    problem = warm_up(root, HONEST)
    workers = [root.fork_worker(), problem.fork_worker()]
    begin(workers[1], SLOW)
    workers[1].receive(soon())
    kill(root.pid)
    for worker in workers:
        with pytest.raises(SandboxEnded):
            worker.receive(soon(20))
    with pytest.raises(SandboxStartError, match="does not fork"):
        root.fork_worker()
    assert not root.is_alive()
    problem.close()
    root.close()
    assert eventually_gone(descendants(os.getpid()) - before)


def test_a_stopped_zygote_is_given_up(
    settings: GraderSettings, library: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grader.sandbox.zygote.ANSWER_SECONDS", 0.5)
    root = Zygote.start(settings, (), library)
    assert root.pid is not None
    os.kill(root.pid, signal.SIGSTOP)
    with pytest.raises(SandboxStartError, match="timed out"):
        root.fork_worker()
    assert not root.is_alive()
    root.close()


def test_two_threads_may_give_up_the_same_zygote(settings: GraderSettings) -> None:
    root = Zygote.start(settings, (), None)
    threads = [threading.Thread(target=root.close) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert not root.is_alive()


def test_the_pool_heals(settings: GraderSettings) -> None:
    pool = SandboxPool(settings, spares=0)
    try:
        first = pool.take()
        assert pool._root is not None
        problem = pool._zygotes["a bundle"] = warm_up(pool._root, HONEST)
        kill(pool._root.pid)
        with pytest.raises(SandboxEnded):
            first.process.receive(soon(20))
        second = pool.take()
        assert problem._control.fileno() == -1, "its socket is closed, too"
        begin(second.process, HONEST)
        finish(second.process)
        pool.discard(first)
        pool.discard(second)
    finally:
        pool.close()


def test_a_sandbox_weaker_than_asked_for_grades_nothing(settings: GraderSettings) -> None:
    pool = SandboxPool(settings.model_copy(update={"cgroups": "off", "minimum_tier": "A"}), spares=0)
    try:
        with pytest.raises(SandboxUnavailableError, match="this is tier B, and the settings require at least A"):
            pool.take()
    finally:
        pool.close()


SUPERVISOR = """
import sys, time
from pathlib import Path
from grader.sandbox.zygote import Zygote
from grader.settings import GraderSettings
from tests.integration.sandbox.conftest import HONEST, begin, soon, warm_up
library = Path(sys.argv[1]) if sys.argv[1] else None
root = Zygote.start(GraderSettings(), (), library)
problem = warm_up(root, HONEST)
workers = [root.fork_worker(), problem.fork_worker()]
begin(workers[1], "import time\\ndef probe():\\n    time.sleep(60)\\n")
print(*(one.pid for one in (root, problem)), *(one.worker_pid for one in workers), flush=True)
time.sleep(60)
"""


def test_everything_dies_with_the_supervisor(settings: GraderSettings, library: Path | None) -> None:
    repository = Path(__file__).resolve().parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, str(library or "")], cwd=repository, stdout=subprocess.PIPE, text=True
    ) as supervisor:
        assert supervisor.stdout is not None
        named = {int(word) for word in supervisor.stdout.readline().split()}
        assert len(named) == 4
        everybody = named | descendants(supervisor.pid)
        supervisor.kill()
        supervisor.wait()
    assert eventually_gone(everybody), "something outlived the supervisor"
    groups = find_groups(settings)
    if groups is not None:
        for base in groups.directories:
            cgroup.clear_stale(base.parent)
            assert not list(base.parent.glob(f"jaxdojo-{supervisor.pid}-*"))
