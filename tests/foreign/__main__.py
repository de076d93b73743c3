"""`python -m tests.foreign FOLDER`: runs a folder of tests in a sandbox and in ordinary processes, and compares them.

FOLDER contains pytest files of another project, such as Flax's `tests/nnx` or JAX's `tests`; nothing is downloaded.
Each file runs in its own process. A test that ends its process is reported as `ended`, and the rest continues in a new
one. Tests with different results are run again, by themselves, and those that differ again are listed, with exit
status 1.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.protocol import Frame, FrameKind
from grader.sandbox.interpreter import Interpreter
from grader.sandbox.jail import Bind
from grader.sandbox.process import SandboxEnded
from grader.sandbox.zygote import SINGLE_THREAD_FLAGS, Zygote
from grader.settings import GraderSettings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORKER = Path(__file__).with_name("worker.py")
PACKAGES = Path("/foreign/packages")
IN_PLACE_OF = Path("/dojo/grader/inside/script.py")
MAX_ENDS = 40
"""The maximum number of processes that the tests in one file may end."""


@dataclass(frozen=True)
class Result:
    """A test's outcome and message."""

    came: str
    why: str = ""


Results = dict[str, Result]


def collect(runs: Iterator[dict[str, Any]], found: Results) -> str | None:
    """Add the results from a process to `found`; return the test that was running when it ended."""
    begun = None
    for told in runs:
        test, came = str(told["test"]), str(told["came"])
        begun = test if came == "begun" else None
        if came != "begun" and found.get(test, Result("passed")).came == "passed":
            found[test] = Result(came, str(told.get("why", "")))
    return begun


class Inside:
    """Runs files in sandboxes."""

    name = "inside"

    def __init__(self, seconds: float) -> None:
        """Start a zygote; a file may take up to `seconds`."""
        self._seconds = seconds
        limits: dict[str, Any] = {"memory_mb": 8192, "cpu_seconds": int(seconds), "threads": 512, "scratch_mb": 256}
        caps: dict[str, Any] = {"output_cap": 2**28, "reply_cap": 2**28, "open_files": 1024, "scratch_files": 4096}
        settings = GraderSettings(**limits, **caps, cgroups="off", minimum_tier="B")
        packages = Interpreter.probe(settings.sandbox_python).packages[0]
        binds = (Bind(packages, PACKAGES), Bind(WORKER, IN_PLACE_OF))
        self._zygote = Zygote.start(settings, binds, None)

    def close(self) -> None:
        """End the zygote."""
        self._zygote.close()

    def run(self, file: Path, job: dict[str, Any], found: Results) -> tuple[str | None, str]:
        """Run a file; return the test that ended the process, and how."""
        how = ""

        def tell() -> Iterator[dict[str, Any]]:
            nonlocal how
            with self._zygote.fork_worker() as process:
                limit = time.monotonic() + self._seconds
                header = {"task": "script", **job, "file": file.name, "text": file.read_text(encoding="utf-8")}
                try:
                    process.send(Frame(FrameKind.JOB, header), limit)
                    while (frame := process.receive(limit)).kind is FrameKind.CASE:
                        yield frame.header
                    if frame.kind is FrameKind.FAILED:
                        how = (
                            f"{frame.header.get('stage')}: {frame.header.get('found')}, line {frame.header.get('line')}"
                        )
                except SandboxEnded as ended:
                    how = f"{ended.outcome} {process.output.stderr.decode(errors='replace')[-300:]}"

        at = collect(tell(), found)
        return (at or "(loading)" if how else None), how


class Outside:
    """Runs files in ordinary processes."""

    name = "outside"

    def __init__(self, seconds: float) -> None:
        """Prepare to run files, each for up to `seconds`."""
        self._seconds = seconds

    def run(self, file: Path, job: dict[str, Any], found: Results) -> tuple[str | None, str]:
        """Run a file; return the test that ended the process, and how."""
        environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": SINGLE_THREAD_FLAGS}
        command = [sys.executable, str(WORKER), json.dumps({**job, "file": str(file)})]
        try:
            ran = subprocess.run(
                command, capture_output=True, text=True, env=environment, timeout=self._seconds, check=False
            )
            output, code, said = ran.stdout, ran.returncode, ran.stderr
        except subprocess.TimeoutExpired as late:
            output, code, said = (late.stdout or b"").decode(errors="replace"), -1, "timeout"
        lines = (json.loads(line[1:]) for line in output.splitlines() if line.startswith("\0"))
        at = collect(lines, found)
        return (at or "(loading)", f"exit status {code}: {said[-300:]}") if code not in (0, 1, 5) else (None, "")


def run_file(side: Inside | Outside, file: Path, only: Sequence[str] | None = None) -> Results:
    """Return the result of each test in a file."""
    found: Results = {}
    for _ in range(MAX_ENDS):
        left = [test for test in only if test not in found] if only is not None else None
        if left == []:
            break
        at, how = side.run(file, {"done": list(found), "only": left}, found)
        if at is None:
            break
        found[at] = Result("ended", how)
        if at == "(loading)":
            break
    return found


def compare(file: Path, sides: tuple[Inside, Outside]) -> tuple[Results, dict[str, tuple[Result, Result]]]:
    """Return the results of a file's tests inside, and those that differed from the results outside, twice."""
    inside, outside = run_file(sides[0], file), run_file(sides[1], file)
    names = [name for name in find_differences(inside, outside) if name != "(loading)"]
    if names:
        inside.update(run_file(sides[0], file, names))
        outside.update(run_file(sides[1], file, names))
    return inside, find_differences(inside, outside)


def find_differences(inside: Results, outside: Results) -> dict[str, tuple[Result, Result]]:
    """Return the tests with different results."""
    nothing = Result("not run")
    pairs = {name: (inside.get(name, nothing), outside.get(name, nothing)) for name in inside | outside}
    return {name: pair for name, pair in pairs.items() if pair[0].came != pair[1].came}


def main() -> int:
    """Compare the requested files."""
    parser = argparse.ArgumentParser(prog="python -m tests.foreign", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a folder with files of tests: *_test.py, test_*.py")
    parser.add_argument("files", nargs="*", help="only these files of it, by their names")
    parser.add_argument("--seconds", type=float, default=900.0, help="the most that one file may take")
    options = parser.parse_args()
    folder: Path = options.folder.resolve()
    files = [folder / name for name in options.files]
    files = files or sorted(path for pattern in ("*_test.py", "test_*.py") for path in folder.rglob(pattern))
    sides = Inside(options.seconds), Outside(options.seconds)
    total: Counter[str] = Counter()
    differ = 0
    try:
        for file in files:
            found, different = compare(file, sides)
            counts = Counter(result.came for result in found.values())
            total += counts
            differ += len(different)
            print(f"{file.relative_to(folder)}: {dict(counts)}, {len(different)} differ", flush=True)
            for name, (inside, outside) in different.items():
                print(
                    f"  {name}\n    inside  {inside.came}: {inside.why}\n    outside {outside.came}: {outside.why}",
                    flush=True,
                )
    finally:
        sides[0].close()
    print(f"{sum(total.values())} tests inside: {dict(total)}; {differ} came out differently than outside")
    return 1 if differ else 0


if __name__ == "__main__":
    raise SystemExit(main())
