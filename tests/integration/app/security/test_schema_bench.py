"""`make fuzz` runs: it starts, serves a world, and has schemathesis send requests to a route.

The whole bench takes hours, so nobody would notice for long that it doesn't.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
PART = ("--who", "nobody", "--phase", "coverage", "--route", "^/api/v1/session", "--examples", "1")


@pytest.mark.timeout(300)
def test_a_small_part_of_the_schema_bench_finds_nothing() -> None:
    command = [sys.executable, "-m", "bench.schema", *PART]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert "Tested: 3" in done.stdout, done.stdout + done.stderr
    assert "nobody, coverage: exit status 0" in done.stdout
    assert done.stdout.endswith("Nothing was found.\n")
    assert done.returncode == 0
