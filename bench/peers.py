"""Other judges' sandboxes beside the platform, in one run: the same source and cases, harness and judge of outputs.

`python -m bench.peers [--runs N] [--dmoj PYTHON]` publishes `jit_forward` into a scratch folder and prints a table.
Each figure is the time from submitting an accepted solution to judging the last of its 10 cases, measured in turns.

- *a plain process*: a fresh Python without any sandbox, which imports JAX and runs the cases;
- *isolate*: the same in the sandbox of IOI's contests, where a program `isolate` is installed. Its box is made and
  removed for each submission, as judges do;
- *DMOJ*: the same in the sandbox of DMOJ's judge. `--dmoj` names a Python that has the package `dmoj`;
- *a cold process*: the platform's own sandbox, without a warm process to fork.

These sandboxes only run a program: of all that the platform reports, they leave outputs and time. What JAX traced and
compiled, what ran outside of `jit`, and which program was compiled, nobody sees there.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from bench.grading import ROOT, SLUG, published, require_accepted, time_one, wait_warm
from bench.rivals import WarmProcess, compare_outputs_alone, grade_cold, judge_frames
from bench.table import Row, print_table, spread
from grader.grading.jobs import build_job
from grader.protocol import encode_frame
from grader.report import Mode
from grader.sandbox.interpreter import Interpreter
from grader.sandbox.zygote import SINGLE_THREAD_FLAGS

if TYPE_CHECKING:
    from collections.abc import Callable

    from grader.bundle.contents import Bundle, Case

SECONDS: Final = 120
"""The time limit of a run."""
ENVIRONMENT: Final = {"JAX_PLATFORMS": "cpu", "OPENBLAS_NUM_THREADS": "1", "XLA_FLAGS": SINGLE_THREAD_FLAGS}
HARNESS: Final = "bench/warm_process.py"


class Peer(Protocol):
    """Something that runs the harness once, with a job as its standard input."""

    def run(self, job: bytes) -> bytes:
        """Return what the harness writes."""


class PlainProcess:
    """A fresh process without a sandbox."""

    def __init__(self, python: Interpreter) -> None:
        self._command = _make_command(python.executable, ROOT, python.packages)

    def run(self, job: bytes) -> bytes:
        """Run the harness."""
        command = self._command
        return subprocess.run(
            command, input=job, env=ENVIRONMENT, stdout=subprocess.PIPE, timeout=SECONDS, check=True
        ).stdout


class Isolate:
    """A fresh box of isolate, without control groups, for each run."""

    def __init__(self, python: Interpreter) -> None:
        places = {Path("/python"): python.base, Path("/repository"): ROOT}
        places |= {Path(f"/packages{number}"): path for number, path in enumerate(python.packages)}
        executable = Path("/python") / python.executable.relative_to(python.base)
        inside = [place for place in places if place.name.startswith("packages")]
        self._command = [
            *("isolate", "--run", "--processes", "--open-files=0", f"--time={SECONDS}", f"--wall-time={SECONDS}"),
            *(f"--dir={place}={path}" for place, path in places.items()),
            *(f"--env={name}={value}" for name, value in ENVIRONMENT.items()),
            "--env=LD_LIBRARY_PATH=/python/lib",  # The executable names the folder where it lies outside.
            *("--silent", "--stdin=job", "--stdout=answer", "--"),
            *_make_command(executable, Path("/repository"), inside),
        ]

    def run(self, job: bytes) -> bytes:
        """Make a box, run the harness in it, and remove it."""
        made = subprocess.run(["isolate", "--init"], capture_output=True, text=True, check=True)
        box = Path(made.stdout.strip()) / "box"
        try:
            (box / "job").write_bytes(job)
            subprocess.run(self._command, check=True)
            return (box / "answer").read_bytes()
        finally:
            subprocess.run(["isolate", "--cleanup"], check=True)


class Dmoj:
    """A fresh process in the sandbox of DMOJ's judge, which runs already, as it does on a contest's machine."""

    def __init__(self, judge: str, python: Interpreter, scratch: Path) -> None:
        self._job, self._answer = scratch / "job", scratch / "answer"
        places = [str(place) for place in (python.base, ROOT, *python.packages, scratch)]
        command = _make_command(python.executable, ROOT, python.packages)
        script = str(ROOT / "bench" / "dmoj_process.py")
        self._judge = subprocess.Popen(
            [judge, script, str(self._job), str(self._answer), *places, "--", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env=os.environ | ENVIRONMENT,
        )

    def run(self, job: bytes) -> bytes:
        """Have the judge run the harness."""
        self._job.write_bytes(job)
        assert self._judge.stdin is not None  # noqa: S101 (asked for above, as the next one)
        assert self._judge.stdout is not None  # noqa: S101
        self._judge.stdin.write("run\n")
        told = self._judge.stdout.readline().strip()
        if told != "0":
            raise SystemExit(f"DMOJ's sandbox: {told or 'it ended'}")
        return self._answer.read_bytes()

    def close(self) -> None:
        """End the judge."""
        self._judge.communicate(timeout=SECONDS)


def _make_command(executable: Path, repository: Path, packages: list[Path] | tuple[Path, ...]) -> list[str]:
    """Return the command that runs the harness once, without a compile cache."""
    return [str(executable), "-I", "-S", "-B", str(repository / HARNESS), "0", "1", *map(str, packages)]


def measure(runs: int, dmoj: str | None) -> tuple[list[Row], str]:
    """Return the rows and a title."""
    source = (ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py").read_bytes()
    with ExitStack() as stack:
        grader, bundle = stack.enter_context(published(spares=2))
        hidden = bundle.pool[: bundle.drawn]
        cases = (*bundle.samples, *hidden)
        python = Interpreter.probe(grader.settings.sandbox_python)
        peers: dict[str, Peer] = {"a plain process, without a sandbox": PlainProcess(python)}
        if shutil.which("isolate"):
            peers["isolate"] = Isolate(python)
        if dmoj is not None:
            scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="jaxdojo-dmoj-")))
            peers["DMOJ's sandbox"] = judge = Dmoj(dmoj, python, scratch)
            stack.callback(judge.close)
        warm = stack.enter_context(WarmProcess(grader.settings, bundle, source, hidden))
        kinds: dict[str, Callable[[], object]] = {
            "JAX Dojo, all its checks": lambda: require_accepted(
                grader.grade(bundle, source, mode=Mode.SUBMIT, hidden=hidden)
            ),
            "a warm trusted process": warm.run,
            "JAX Dojo, all its checks, in a cold process": lambda: grade_cold(grader.settings, bundle, source, cases),
        }
        kinds |= {f"{name}, outputs only": _prepare(peer, bundle, source, cases) for name, peer in peers.items()}
        taken: dict[str, list[float]] = {name: [] for name in kinds}
        for turn in range(runs + 1):
            for name, run in kinds.items():
                wait_warm(grader, bundle)
                milliseconds = time_one(run)
                if turn:  # the first of each kind isn't counted
                    taken[name].append(milliseconds)
    middle = {name: statistics.median(found) for name, found in taken.items()}
    first = next(iter(middle.values()))
    rows = [Row(name, spread(found), f"{middle[name] / first:.2g}x") for name, found in taken.items()]
    if not shutil.which("isolate"):
        rows.append(Row("isolate", "not installed", "see docs/scaling.md"))
    if dmoj is None:
        rows.append(Row("DMOJ's sandbox", "not named by --dmoj", "see docs/scaling.md"))
    return rows, f"{SLUG}, {len(cases)} cases, from source to verdict"


def _prepare(peer: Peer, bundle: Bundle, source: bytes, cases: tuple[Case, ...]) -> Callable[[], object]:
    job = encode_frame(build_job(source.decode(), bundle.manifest, cases))
    compared = compare_outputs_alone(bundle)
    return lambda: judge_frames(compared, cases, io.BytesIO(peer.run(job)).read)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5, help="timed runs of each kind (default 5)")
    parser.add_argument("--dmoj", help="a Python that has the package dmoj")
    options = parser.parse_args()
    print("timing in turns …", file=sys.stderr)
    rows, title = measure(options.runs, options.dmoj)
    print_table(title, rows)


if __name__ == "__main__":
    main()
