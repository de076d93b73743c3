"""A real zygote and its children: their view and resources, and that they leave nothing behind."""

from __future__ import annotations

import json
import os
import socket
import textwrap
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.errors import GraderError, SandboxStartError, SandboxUnavailableError
from grader.sandbox import zygote as zygotes
from grader.sandbox.cgroup import GroupLimits
from grader.sandbox.cgroup_setup import find_groups
from grader.sandbox.outcome import Ending, SandboxEnded
from grader.sandbox.zygote import Zygote
from tests.integration.sandbox.conftest import (
    HONEST,
    Traces,
    begin,
    descendants,
    eventually_gone,
    finish,
    soon,
    warm_up,
)

if TYPE_CHECKING:
    from grader.settings import GraderSettings


def need_root() -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may look into another process's descriptors")


def need_groups(settings: GraderSettings) -> None:
    if find_groups(settings) is None:
        pytest.skip("no control groups can be made here")


def test_a_worker_serves_and_leaves_nothing(zygote: Zygote, settings: GraderSettings) -> None:
    zygote.fork_worker().kill()  # some files are opened once and stay open
    before = Traces.take(settings)
    with zygote.fork_worker() as worker:
        assert worker.tier == ("A" if find_groups(settings) else "B")
        begin(worker, HONEST)
        finish(worker)
    assert Traces.take(settings) == before


def test_sixty_forks_leave_no_more_than_one(zygote: Zygote, settings: GraderSettings) -> None:
    zygote.fork_worker().kill()
    before = Traces.take(settings)
    own = Path(f"/proc/{zygote.pid}")
    descriptors = len(list((own / "fd").iterdir())) if os.geteuid() == 0 else 0
    memory = resident(own)
    for number in range(60):
        with zygote.fork_worker() as worker:
            if number % 3 == 0:
                begin(worker, HONEST)
                finish(worker)
    assert Traces.take(settings) == before
    if os.geteuid() == 0:
        limit = soon(5)  # it closes the last worker's pipe just after it has reported that worker's end
        while len(list((own / "fd").iterdir())) > descriptors:
            assert time.monotonic() < limit
    assert resident(own) < memory * 1.05


def resident(process: Path) -> int:
    return int(process.joinpath("statm").read_text(encoding="ascii").split()[1])


def test_children_hold_nothing_of_each_other(zygote: Zygote) -> None:
    need_root()
    problem = warm_up(zygote, HONEST)
    workers = [zygote.fork_worker(), problem.fork_worker(), zygote.fork_worker()]
    try:
        held = [open_files(worker.worker_pid) for worker in workers]
        assert all(len(files) == 5 for files in held), held  # three streams, two pipes
        pipes = [{name for name in files if name.startswith("pipe:")} for files in held]
        assert all(len(group) == 4 for group in pipes)
        assert not pipes[0] & pipes[1]
        assert not pipes[0] & pipes[2]
        of_root, of_problem = ({n for n in open_files(z.pid) if n.startswith("socket:")} for z in (zygote, problem))
        assert len(of_root) == len(of_problem) == 1
        assert not of_root & of_problem
    finally:
        for worker in workers:
            worker.kill()
        problem.close()


def open_files(pid: int | None) -> list[str]:
    return [str(path.readlink()) for path in Path(f"/proc/{pid}/fd").iterdir()]


@pytest.mark.parametrize(
    ("request_", "count"),
    [
        ({"op": "worker"}, 5),
        ({"op": "worker"}, 7),
        ({"op": "zygote"}, 5),
        ({"op": "room"}, 1),
        ({"op": "nonsense"}, 5),
        ({}, 5),
    ],
)
def test_a_wrong_request_is_refused_and_forks_nothing(zygote: Zygote, request_: dict[str, str], count: int) -> None:
    before = descendants(os.getpid())
    reading, writing = os.pipe()
    with zygote._lock:
        socket.send_fds(zygote._control, [json.dumps(request_).encode()], [reading] * count)
        answer, fds, _, _ = socket.recv_fds(zygote._control, 1024, 1)
    os.close(reading)
    os.close(writing)
    assert "error" in json.loads(answer)
    assert not fds
    assert descendants(os.getpid()) == before
    zygote.fork_worker().kill()


def test_a_thread_bomb_does_not_hurt_a_sibling(zygote: Zygote) -> None:
    bomb = (
        "import threading, time\n"
        "def probe():\n"
        "    try:\n"
        "        while True:\n"
        "            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "    except RuntimeError:\n"
        "        print('full', flush=True)\n"
        "        time.sleep(60)\n"
    )
    ten = (
        "import threading\n"
        "def probe():\n"
        "    threads = [threading.Thread(target=int) for _ in range(10)]\n"
        "    [t.start() for t in threads]; [t.join() for t in threads]\n"
        "    return 1\n"
    )
    with zygote.fork_worker() as hostile, zygote.fork_worker() as sibling:
        begin(hostile, bomb)
        hostile.receive(soon())
        limit = soon(20)
        while b"full" not in hostile.output.stdout:
            assert time.monotonic() < limit
            time.sleep(0.02)
            hostile.drain()
        begin(sibling, ten)
        assert finish(sibling).header.get("error") is None


def test_what_a_group_may_take_is_the_end(
    zygote: Zygote, settings: GraderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_groups(settings)
    monkeypatch.setattr(zygotes, "describe_limits", lambda _settings: GroupLimits(160 * 2**20, 200))
    source = "def probe():\n    return len(bytearray(b'x') * (400 * 2**20))\n"
    with zygote.fork_worker() as worker:
        begin(worker, source)
        with pytest.raises(SandboxEnded) as ended:
            finish(worker)
    assert ended.value.outcome.ending is Ending.MEMORY


def test_a_group_that_is_required_and_not_had_is_said(
    zygote: Zygote, settings: GraderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_groups(settings)
    before = Traces.take(settings)
    monkeypatch.setattr(zygotes, "describe_limits", lambda _settings: GroupLimits(-5, -5))
    with zygote.fork_worker() as worker:
        assert worker.tier == "B"
    monkeypatch.setattr(zygote, "_settings", settings.model_copy(update={"cgroups": "require"}))
    with pytest.raises(SandboxUnavailableError, match="no cgroup wall"):
        zygote.fork_worker()
    assert Traces.take(settings) == before


def tell_failure(source: str) -> str:
    """Return public code that ends its zygote if `source` raises, which would otherwise have no effect."""
    end = "except BaseException:\n    import os, traceback\n    traceback.print_exc()\n    os._exit(91)\n"
    return f"try:\n{textwrap.indent(source, '    ')}\n{end}{HONEST}"


HOSTILE = """
import ctypes, os, signal, socket
libc = ctypes.CDLL(None, use_errno=True)
def refused(call):
    try:
        call()
    except (PermissionError, FileNotFoundError):
        return True
    return False
assert refused(lambda: os.kill(1, signal.SIGKILL))
assert refused(lambda: socket.socket())
assert refused(lambda: os.open("/proc/1/mem", os.O_RDONLY))
assert libc.unshare(0x40000000) == -1   # a network of its own
assert libc.syscall(234, os.getpid(), os.getpid(), 9) == -1 or os.uname().machine != "x86_64"   # tgkill
libc.syscall(234, 1, 1, 15)             # of the root zygote: refused or without effect
"""


MOUNTING = """
import ctypes, os, sys
libc = ctypes.CDLL(None, use_errno=True)
site = next(path for path in sys.path if path.endswith("-packages")).encode()
libc.{call}
"""
MOUNTS = {
    "a large tmpfs": 'mount(b"tmpfs", b"/dojo", b"tmpfs", 14, b"size=100g")',
    "a plain tmpfs": 'mount(b"tmpfs", b"/scratch", b"tmpfs", 14, None)',
    "an overlay": 'mount(b"overlay", b"/scratch", b"overlay", 14, b"lowerdir=/dojo")',
    "processes": 'mount(b"proc", b"/proc", b"proc", 14, None)',
    "a bind": 'mount(site, b"/scratch", None, 4096, None)',
    "to be written": "mount(None, site, None, 4096 | 32, None)",
    "in users of its own": 'unshare(0x10000000), libc.unshare(0x20000), libc.mount(b"x", b"/dojo", b"tmpfs", 14, None)',
    "none any more": 'umount2(b"/proc", 2)',
    "the new calls": "syscall(430, b'tmpfs', 0)",
}


@pytest.mark.parametrize("call", MOUNTS.values(), ids=MOUNTS)
def test_public_code_makes_no_mount(zygote: Zygote, call: str) -> None:
    """A tmpfs uses memory beyond a process's limits, and an overlay exposes files below other mounts."""
    with pytest.raises(SandboxStartError, match="SIGSYS"):
        warm_up(zygote, MOUNTING.format(call=call))
    zygote.fork_worker().kill()


ROOMS = """
import os
def probe():
    assert os.listdir("/scratch") == []
    open("/scratch/mine", "w").close()
    assert os.listdir("/proc") == ["cpuinfo"]
"""


def test_every_worker_has_a_room_of_its_own(zygote: Zygote) -> None:
    problem = warm_up(zygote, HONEST)
    try:
        workers = [parent.fork_worker() for parent in (zygote, problem, problem, zygote)]
        for worker in workers:
            begin(worker, ROOMS)
        for worker in workers:
            assert finish(worker).header.get("error") is None
            worker.kill()
    finally:
        problem.close()


def test_what_fails_in_public_code_is_told(zygote: Zygote) -> None:
    with pytest.raises(SandboxStartError, match="assert 1 == 2"):
        warm_up(zygote, tell_failure("assert 1 == 2"))


def test_public_code_is_held_in_its_zygote(zygote: Zygote) -> None:
    problem = warm_up(zygote, tell_failure(HOSTILE))
    problem.fork_worker().kill()
    problem.close()
    zygote.fork_worker().kill()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import os; os.execv('/proc/self/exe', ['x'])", "signalled 31|SIGSYS"),
        ("import ctypes; ctypes.CDLL(None).ptrace(16, 1, 0, 0)", "signalled 31|SIGSYS"),
        ("import os; os._exit(90)", "ended before it was ready"),
        ("import sys; sys.stderr.write('jaxdojo-wall x: y'); import os; sys.stderr.flush(); os._exit(90)", "x wall"),
    ],
    ids=["exec", "ptrace", "exit as a wall", "a wall's words"],
)
def test_public_code_that_ends_its_zygote_ends_nothing_else(zygote: Zygote, source: str, said: str) -> None:
    before = descendants(os.getpid())
    with pytest.raises(SandboxStartError, match=said):
        warm_up(zygote, source)
    assert eventually_gone(descendants(os.getpid()) - before)
    zygote.fork_worker().kill()


def test_a_zygote_that_hangs_is_ended(zygote: Zygote, settings: GraderSettings) -> None:
    before = Traces.take(settings)
    with pytest.raises(SandboxStartError, match="timed_out: processor"):
        warm_up(zygote, "while True: pass", seconds=1.0)
    assert eventually_gone(descendants(os.getpid()) - before.processes)
    assert Traces.take(settings) == before


def test_a_zygote_that_waits_for_a_thread_is_ended_soon(zygote: Zygote, settings: GraderSettings) -> None:
    """Public code may run a program that XLA would share among threads, and a zygote has one thread."""
    before = Traces.take(settings)
    with pytest.raises(SandboxStartError, match="timed_out: idle"):
        warm_up(zygote, "import threading\nthreading.Event().wait()", idle=0.5)
    assert eventually_gone(descendants(os.getpid()) - before.processes)
    assert Traces.take(settings) == before


def test_a_zygote_that_waits_for_the_machine_is_given_time(zygote: Zygote) -> None:
    """A machine under load lets a process wait. So does this public code, for longer than it may compute."""
    warm_up(zygote, "import time\ntime.sleep(2)\n" + HONEST, seconds=1.0).close()


def test_a_new_jail_that_computes_for_too_long_is_ended(settings: GraderSettings, library: Path | None) -> None:
    with pytest.raises(GraderError, match="timed_out: processor"):
        Zygote.start(settings.model_copy(update={"start_seconds": 0.1}), (), library)


def test_public_code_that_prints_a_lot_does_not_stop_its_zygote(zygote: Zygote) -> None:
    problem = warm_up(zygote, "import sys\nfor _ in range(300): sys.stderr.write('x' * 1000)\n" + HONEST)
    problem.fork_worker().kill()
    problem.close()


def test_a_retired_zygote_lets_its_worker_finish(zygote: Zygote) -> None:
    problem = warm_up(zygote, HONEST)
    pid = problem.pid
    with problem.fork_worker() as worker:
        retiring = threading.Thread(target=problem.retire)
        retiring.start()
        while problem._control.fileno() != -1:  # it has hung up
            time.sleep(0.01)
        begin(worker, HONEST)
        with pytest.raises(SandboxStartError, match="does not fork"):
            problem.fork_worker()
        finish(worker)
        assert retiring.is_alive()
    retiring.join(20)
    assert not retiring.is_alive()
    assert pid is not None
    assert eventually_gone({pid})
