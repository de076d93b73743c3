"""The supervisor's side of real sandboxes: failed starts, deadlines, kills, and death of the supervisor itself."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.protocol import Frame, FrameKind, encode_frame
from grader.sandbox import doctor
from grader.sandbox.jail import Bind, Jail, describe_confinement
from grader.sandbox.outcome import Ending, SandboxEnded
from grader.sandbox.process import SandboxProcess
from grader.sandbox.spending import SHORTEST_LOOK, Allowance, RanOut, Spent, read_spent
from grader.settings import GraderSettings

pytestmark = [
    pytest.mark.sandbox,
    pytest.mark.timeout(120),
    pytest.mark.skipif(shutil.which("bwrap") is None, reason="bubblewrap is not installed"),
]

REPOSITORY = Path(__file__).resolve().parents[3]
SCRIPT = Path("/attacks/worker.py")
SETTINGS = GraderSettings()
JOB = Frame(FrameKind.JOB, {"source": "result = 1"})


@pytest.fixture(scope="module")
def jail() -> Jail:
    return Jail.from_settings(SETTINGS, script=SCRIPT, binds=[Bind(REPOSITORY / "tests/attacks/worker.py", SCRIPT)])


def soon(seconds: float = 60.0) -> float:
    return time.monotonic() + seconds


def test_one_job_is_served(jail: Jail) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        assert sandbox.start(jail, soon()).kind is FrameKind.READY
        assert sandbox.worker_pid is not None
        assert sandbox.cpu_seconds > 0
        sandbox.send(JOB, soon())
        assert sandbox.receive(soon()) == Frame(FrameKind.DONE, {"result": "1"})
        outcome = sandbox.wait(soon())
    assert (outcome.ending, outcome.status) == (Ending.EXITED, 0)
    assert 0 < outcome.cpu_seconds < 10
    assert sandbox.cpu_seconds == outcome.cpu_seconds


def test_the_memory_that_was_taken_is_told_while_it_lives(jail: Jail) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        sandbox.start(jail, soon())
        assert 1 < (sandbox.memory_mib or 0) < 200
        source = "import time\nlen(b'x' * (200 * 2**20))\ntime.sleep(100)"
        sandbox.send(Frame(FrameKind.JOB, {"source": source}), soon())
        deadline = soon()
        while (sandbox.memory_mib or 0) < 200 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert 200 <= (sandbox.memory_mib or 0) < 400, "also when it was given back"
    assert sandbox.memory_mib is None


def test_a_large_frame_goes_in(jail: Jail) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        sandbox.start(jail, soon())
        sandbox.send(Frame(FrameKind.JOB, {"source": "result = 1"}, bytes(2**24)), soon())
        assert sandbox.receive(soon()).kind is FrameKind.DONE


def test_a_worker_that_does_not_read_is_timed_out(jail: Jail) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        sandbox.start(jail, soon())
        sandbox.send(Frame(FrameKind.JOB, {"source": "import time; time.sleep(100)"}), soon())
        with pytest.raises(SandboxEnded, match="timed_out"):
            sandbox.send(Frame(FrameKind.JOB, {}, bytes(2**24)), soon(0.5))


def test_a_worker_that_sleeps_instead_of_reading_is_idle_and_not_starved(jail: Jail) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        sandbox.start(jail, soon())
        sandbox.send(Frame(FrameKind.JOB, {"source": "import time; time.sleep(100)"}), soon())
        with pytest.raises(SandboxEnded) as ended:
            sandbox.send(Frame(FrameKind.JOB, {}, bytes(2**24)), Allowance(30.0, idle=0.5))
    assert ended.value.outcome.ran_out is RanOut.IDLE


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the list of the worker's id, once for each look at its spending."""
    found: list[int] = []

    def look(pid: int) -> Spent | None:
        found.append(pid)
        return read_spent(pid)

    monkeypatch.setattr("grader.sandbox.process.read_spent", look)
    return found


@pytest.mark.parametrize(
    ("descriptor", "data"),
    [
        pytest.param("1", b"x" * 500, id="printed"),
        pytest.param("replies", encode_frame(Frame(FrameKind.DONE, {"result": "x" * 500})), id="answered"),
    ],
)
def test_a_worker_that_writes_bit_by_bit_is_not_looked_at_each_time(
    jail: Jail, looks: list[int], descriptor: str, data: bytes
) -> None:
    source = f"import os, time\nfor byte in {data!r}: os.write({descriptor}, bytes([byte])); time.sleep(0.001)"
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        sandbox.start(jail, soon())
        sandbox.send(Frame(FrameKind.JOB, {"source": source}), soon())
        looks.clear()
        began = time.monotonic()
        assert sandbox.receive(Allowance(20.0)).kind is FrameKind.DONE
        assert len(looks) <= (time.monotonic() - began) / SHORTEST_LOOK + 2


def test_a_worker_that_reads_a_large_frame_is_not_looked_at_each_time(jail: Jail, looks: list[int]) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        sandbox.start(jail, soon())
        looks.clear()
        began = time.monotonic()
        sandbox.send(Frame(FrameKind.JOB, {"source": "result = 1"}, bytes(2**22)), Allowance(20.0))
        assert len(looks) <= (time.monotonic() - began) / SHORTEST_LOOK + 3


def test_wait_has_a_deadline(jail: Jail) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        sandbox.start(jail, soon())
        assert sandbox.wait(soon(0.2)).ending is Ending.TIMED_OUT


def test_killing_twice_is_killing_once(jail: Jail) -> None:
    with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
        first = sandbox.kill()
        assert first.ending is Ending.KILLED
        assert sandbox.kill() is first
        with pytest.raises(SandboxEnded):
            sandbox.send(JOB, soon())
        with pytest.raises(SandboxEnded):
            sandbox.receive(soon())


def test_nothing_is_left_open(jail: Jail) -> None:
    def count() -> int:
        return len(list(Path("/proc/self/fd").iterdir()))

    SandboxProcess.spawn(jail, SETTINGS).kill()
    before = count()
    for _ in range(3):
        SandboxProcess.spawn(jail, SETTINGS).kill()
        with SandboxProcess.spawn(jail, SETTINGS) as sandbox:
            sandbox.start(jail, soon())
    assert count() == before


@pytest.mark.parametrize(
    ("change", "wall"),
    [
        pytest.param({"pid": 77}, "process id", id="a filter for another process"),
        pytest.param({"scratch_bytes": "x"}, "scratch directory", id="an impossible mount"),
        pytest.param({"open_files": -2}, "limits", id="an impossible limit"),
        pytest.param({"nonsense": 1}, "hello", id="an unknown field"),
    ],
)
def test_a_wall_that_cannot_be_built_is_named(jail: Jail, change: dict[str, object], wall: str) -> None:
    confinement = describe_confinement(jail, SETTINGS).header["confine"]
    assert isinstance(confinement, dict)
    with (
        SandboxProcess.spawn(jail, SETTINGS) as sandbox,
        pytest.raises(SandboxUnavailableError, match=f"no {wall} wall"),
    ):
        sandbox.start(jail, soon(), header={"confine": {**confinement, **change}})


def test_a_second_thread_before_the_walls_is_refused(jail: Jail, tmp_path: Path) -> None:
    (tmp_path / "threaded.py").write_text(
        "import threading, time; threading.Thread(target=time.sleep, args=(9,), daemon=True).start()"
    )
    tmp_path.chmod(0o755)
    inside = Path("/attacks/threaded.py")
    wider = Jail.from_settings(SETTINGS, script=SCRIPT, binds=[*jail.binds, Bind(tmp_path / "threaded.py", inside)])
    with (
        SandboxProcess.spawn(wider, SETTINGS) as sandbox,
        pytest.raises(SandboxUnavailableError, match="no single thread wall"),
    ):
        sandbox.start(wider, soon(), header={"preload": ["threaded"]})


def test_a_jail_that_cannot_be_built_is_said(jail: Jail) -> None:
    broken = Jail(jail.interpreter, jail.uid, SCRIPT, (Bind(Path("/nowhere"), Path("/nowhere")),))
    with (
        SandboxProcess.spawn(broken, SETTINGS) as sandbox,
        pytest.raises(SandboxUnavailableError, match=r"bwrap: Can.t find source path /nowhere"),
    ):
        sandbox.start(broken, soon())


def test_a_worker_that_fails_before_it_is_ready_is_the_platforms_fault(jail: Jail) -> None:
    with (
        SandboxProcess.spawn(jail, SETTINGS) as sandbox,
        pytest.raises(SandboxStartError, match="No module named 'nonsense'"),
    ):
        sandbox.start(jail, soon(), header={"preload": ["nonsense"]})


def test_a_sandbox_outlives_the_thread_that_asked_for_it(jail: Jail) -> None:
    made: list[SandboxProcess] = []
    thread = threading.Thread(target=lambda: made.append(SandboxProcess.spawn(jail, SETTINGS)))
    thread.start()
    thread.join()
    with made[0] as sandbox:
        sandbox.start(jail, soon())
        sandbox.send(JOB, soon())
        assert sandbox.receive(soon()).kind is FrameKind.DONE


SUPERVISOR = """
import pathlib, sys, time
from grader.sandbox.jail import Bind, Jail
from grader.sandbox.process import SandboxProcess
from grader.settings import GraderSettings
settings, script = GraderSettings(), pathlib.Path("/attacks/worker.py")
jail = Jail.from_settings(settings, script=script, binds=[Bind(pathlib.Path(sys.argv[1]), script)])
sandbox = SandboxProcess.spawn(jail, settings)
sandbox.start(jail, time.monotonic() + 60)
print(sandbox.pid, sandbox.worker_pid, flush=True)
time.sleep(60)
"""


def test_a_sandbox_dies_with_its_supervisor() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, str(REPOSITORY / "tests/attacks/worker.py")],
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        text=True,
    ) as supervisor:
        assert supervisor.stdout is not None
        pids = [int(word) for word in supervisor.stdout.readline().split()]
        assert len(pids) == 2
        os.kill(supervisor.pid, signal.SIGKILL)
        supervisor.wait()
    limit = soon(10)
    while any(is_running(pid) for pid in pids):
        assert time.monotonic() < limit, "something outlived the supervisor"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def test_the_doctor_finds_every_wall_standing() -> None:
    rows = doctor.run(SETTINGS)
    assert not [row for row in rows if not row.stands and row.wall not in {"cgroup", "warm fork"}]
    assert doctor.tier(rows) in {"A", "B"}


def test_the_doctor_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda *_args, **_kwargs: None)
    (row,) = doctor.run(SETTINGS)
    assert (row.wall, row.stands) == ("jail", False)
    assert "apt install bubblewrap" in row.advice
    assert doctor.tier([row]) == "none"
