"""Times that people wait for an installation: its start, its problems, and `jaxdojo grade`."""

from __future__ import annotations

import os
import resource
import signal
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import httpx

from app.kit.settings import Settings
from bench.grading import published, time_one
from bench.installations import COMMAND, ROOT, SLUG, make_environment, make_settings, publish, running
from bench.rivals import grade_cold
from bench.table import Row
from tests.ports import find_free_port

if TYPE_CHECKING:
    from pathlib import Path

GIVE_UP_S: Final = 900.0
END_S: Final = 60.0
SOLUTION: Final = ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py"


def measure_help(runs: int) -> Row:
    """Return the row about `jaxdojo --help`, against a Python that does nothing."""
    taken, nothing = [], []
    for _ in range(runs):
        taken.append(_time_command([*COMMAND, "--help"], {}))
        nothing.append(_time_command([sys.executable, "-c", ""], {}))
    median = statistics.median(taken)
    ratio = median / statistics.median(nothing)
    return Row("jaxdojo --help", f"{median / 1e3:.2f} s", f"{ratio:.1f}x an empty Python", "0.3 s")


def measure_starts(scratch: Path) -> list[Row]:
    """Return the rows about a new installation with all shipped problems, and about its second start."""
    port = find_free_port()
    settings = Settings.model_validate({"data": scratch / "data", "port": port, "problems": ROOT / "problems"})
    count = len(list((ROOT / "problems").glob("*/problem.yaml")))
    page = f"http://127.0.0.1:{port}/problems/{SLUG}"
    before, began = _count_processor_seconds(), time.perf_counter()
    with running([*COMMAND, "serve"], settings):
        _await(page)
        first = time.perf_counter() - began
        print(f"the first of {count} problems is there, the others follow …", file=sys.stderr)
        while not _has_all(port, count):
            time.sleep(0.2)
        everything = time.perf_counter() - began
    each = (_count_processor_seconds() - before) / count
    began = time.perf_counter()
    with running([*COMMAND, "serve"], settings):
        _await(f"http://127.0.0.1:{port}/readyz")
        second = time.perf_counter() - began
    return [
        Row("first problem after a start with new data", f"{first:.1f} s", "", "5 s"),
        Row(f"all {count} problems", f"{everything:.0f} s", f"{each:.1f} s of processor each", "5 s each"),
        Row("second start", f"{second:.1f} s", "", "3 s"),
    ]


def measure_clone(scratch: Path) -> Row:
    """Return the row about `make serve` in a fresh clone of the last commit, from nothing to the first page."""
    clone, port = scratch / "clone", find_free_port()
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(clone)], check=True)
    environment = os.environ | {"JAXDOJO_PORT": str(port), "JAXDOJO_DATA": str(scratch / "data")}
    began = time.perf_counter()
    process = subprocess.Popen(
        ["make", "--silent", "serve"],
        cwd=clone,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        _await(f"http://127.0.0.1:{port}/", process)
        taken = time.perf_counter() - began
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()
        _await_end(process.pid)
    return Row("make serve in a fresh clone, to the first page", f"{taken:.0f} s", "packages from the index", "45 s")


def measure_commands(scratch: Path, runs: int) -> list[Row]:
    """Return the rows about `jaxdojo grade`, the first time and again, against a cold process with these cases."""
    settings = make_settings(scratch)
    publish(settings)
    environment = make_environment(settings) | {"JAXDOJO_BACKGROUND_MINUTES": "5"}
    command, end = [*COMMAND, "grade", SLUG, str(SOLUTION)], [*COMMAND, "stop"]
    source, first, again, cold = SOLUTION.read_bytes(), [], [], []
    with published(spares=0) as (grader, bundle):
        cases = (*bundle.samples, *bundle.pool[: bundle.drawn])
        for _ in range(runs):  # alternately, since a machine has slow and fast minutes
            cold.append(time_one(lambda: grade_cold(grader.settings, bundle, source, cases)))
            first.append(_time_command(command, environment))
            time.sleep(1.0)
            again.append(_time_command(command, environment))
            _time_command(end, environment)
    middle = statistics.median(cold)
    rows = [Row(f"a cold process with the cases of {SLUG}", f"{middle / 1e3:.1f} s", "1x")]
    for name, taken, target in (("the first time", first, "0.6x"), ("again", again, "0.2x")):
        median = statistics.median(taken)
        rows.append(Row(f"jaxdojo grade {SLUG}, {name}", f"{median / 1e3:.1f} s", f"{median / middle:.2f}x", target))
    return rows


def _time_command(command: list[str], environment: dict[str, str]) -> float:
    return time_one(
        lambda: subprocess.run(command, env=os.environ | environment, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    )


def _count_processor_seconds() -> float:
    """Return the processor time of ended child processes and their descendants, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _await(address: str, process: subprocess.Popen[bytes] | None = None) -> None:
    """Wait until an address answers; exit if it doesn't in time, or if the process that should answer has ended."""
    deadline = time.monotonic() + GIVE_UP_S
    while time.monotonic() < deadline and (process is None or process.poll() is None):
        try:
            if httpx.get(address).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise SystemExit(f"{address} has no answer")


def _await_end(group: int) -> None:
    """Wait until no process of a group is left."""
    deadline = time.monotonic() + END_S
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise SystemExit(f"the processes of group {group} don't end")


def _has_all(port: int, count: int) -> bool:
    told = httpx.get(f"http://127.0.0.1:{port}/readyz").json()
    return int(told["problems"]) >= count and not told["unpublished"]
