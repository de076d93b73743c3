"""What the service adds to a verdict: from POST over HTTP to the verdict event at the client, server idle.

`python -m bench.service [--runs N]` publishes one problem into a scratch data directory, starts `jaxdojo serve` on a
free port of this machine, signs up, and submits an accepted solution. The grader's own time is the report's `total_ms`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from bench.table import Row, print_table, spread
from grader.publishing.checked import NAME as CHECKED

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SLUG = "jit_forward"
START_SECONDS = 120.0
IDLE_SECONDS = 1.0
COMMAND = [sys.executable, "-c", "from app.cli.main import main; main()"]


@contextmanager
def running_server() -> Iterator[tuple[str, float]]:
    """Yield the address of a server with published problems, and the time until it was ready, in milliseconds."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="jaxdojo-bench-") as scratch:
        for folder in ("problems", "reference_solutions"):  # nothing else should be published meanwhile
            shutil.copytree(ROOT / folder / SLUG, Path(scratch) / folder / SLUG)
        shutil.copy(ROOT / "problems" / CHECKED, Path(scratch) / "problems")
        environment = os.environ | {
            "JAXDOJO_DATA": str(Path(scratch) / "data"),
            "JAXDOJO_PROBLEMS": str(Path(scratch) / "problems"),
            "JAXDOJO_PORT": str(port),
            "JAXDOJO_SUBMISSIONS_PER_MINUTE": "0",
            "JAXDOJO_REQUESTS_PER_MINUTE": "0",
            "PYTHONPATH": str(ROOT),
        }
        print("publishing …", file=sys.stderr)
        subprocess.run(
            [*COMMAND, "problem", "publish", "--quick", SLUG], env=environment, check=True, stdout=subprocess.DEVNULL
        )
        start = time.perf_counter()
        server = subprocess.Popen([*COMMAND, "serve"], env=environment, stdout=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{port}"
        try:
            while time.perf_counter() - start < START_SECONDS:
                try:
                    if httpx.get(f"{address}/readyz").is_success:
                        break
                except httpx.TransportError:
                    pass
                time.sleep(0.02)
            yield address, (time.perf_counter() - start) * 1e3
        finally:
            server.terminate()
            server.wait(timeout=START_SECONDS)


def submit(client: httpx.Client, source: str) -> tuple[float, float, float]:
    """Submit once; return the times to the 202 and to the verdict event, and the grader's own, in milliseconds."""
    start = time.perf_counter()
    answer = client.post(f"/api/v1/problems/{SLUG}/submissions", json={"source": source, "mode": "submit"})
    answer.raise_for_status()
    stored = time.perf_counter()
    report: dict[str, Any] = {}
    with client.stream("GET", f"/api/v1/submissions/{answer.json()['id']}/events") as events:
        kind = ""
        for line in events.iter_lines():
            kind = line.removeprefix("event:").strip() if line.startswith("event:") else kind
            if line.startswith("data:") and kind == "verdict":
                report = json.loads(line.removeprefix("data:"))
                break
    told = time.perf_counter()
    report = report.get("report", report)
    if report.get("verdict") != "accepted":
        raise SystemExit(f"the solution got {report.get('verdict')}: {report.get('message')}")
    return (stored - start) * 1e3, (told - start) * 1e3, float(report["timing"]["total_ms"])


@dataclass(frozen=True)
class Waits:
    """Times in milliseconds: until the server was ready, for the first submission, and for each further one."""

    ready: float
    first: float
    posted: list[float]
    told: list[float]
    graded: list[float]

    @property
    def added(self) -> list[float]:
        """The time that the service added to the grader's own, in milliseconds."""
        return [whole - grader for whole, grader in zip(self.told, self.graded, strict=True)]


def measure(runs: int) -> Waits:
    """Return the times of submissions to an idle server."""
    source = (ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py").read_text(encoding="utf-8")
    with running_server() as (address, ready), httpx.Client(base_url=address, timeout=60) as client:
        client.headers["Origin"] = address
        account = {"name": "bench", "password": "a password for a benchmark"}
        client.post("/api/v1/accounts", json=account).raise_for_status()
        client.post("/api/v1/session", json=account).raise_for_status()
        first = submit(client, source)
        results = []
        for _ in range(runs):
            time.sleep(IDLE_SECONDS)
            results.append(submit(client, source))
    posted, told, graded = (list(column) for column in zip(*results, strict=True))
    return Waits(ready, first[1], posted, told, graded)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=10, help="timed submissions (default 10)")
    waits = measure(parser.parse_args().runs)
    rows = [
        Row("start to ready", f"{waits.ready:.0f} ms", ""),
        Row(
            "first verdict after that",
            f"{waits.first:.0f} ms",
            f"{waits.first / statistics.median(waits.told):.1f}x the median",
        ),
        Row("POST to 202", spread(waits.posted), ""),
        Row("POST to verdict event", spread(waits.told), ""),
        Row("the grader's part", spread(waits.graded), ""),
        Row("added by the service", spread(waits.added), ""),
    ]
    print_table(f"{SLUG} over HTTP", rows)


if __name__ == "__main__":
    main()
