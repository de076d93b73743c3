"""The benchmarks of the queue run: they start, claim, draw a curve and write its figures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts.site.curves import read_curves
from tests.postgresql import find_binaries

ROOT = Path(__file__).parents[3]
CURVE = ("--curve", "--runners", "2", "--nap", "0.2", "--seconds", "1", "--loads", "50")
pytestmark = pytest.mark.timeout(300)


def run(*words: str) -> str:
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_claims_are_counted(database: str) -> None:
    if database == "postgresql" and find_binaries() is None:
        pytest.skip("PostgreSQL's initdb is missing")
    options = ["--postgresql"] if database == "postgresql" else []
    told = run("bench.claims", "--jobs", "20", "--claimers", "1", "--processes", "1", *options)
    assert f"Claims on {database}" in told
    assert "1 in 1 process, with verdicts" in told
    assert "UPDATE submissions" in told
    assert "outside of statements, in Python" in told


def test_a_curve_is_drawn_and_written(tmp_path: Path) -> None:
    told = run("bench.scaling", *CURVE, "--out", str(tmp_path / "curve.json"))
    assert "2 runners with naps of 0.2 s on sqlite: at most 10 a second" in told
    assert "The knee: " in told
    [curve] = read_curves(tmp_path / "curve.json")
    [step] = curve.steps
    assert 0 < step.offered < 6, "a busy machine sends fewer than the five"
    assert step.median > 0
    assert step.server > 0
    assert step.claims > 0
    assert step.connections is None
