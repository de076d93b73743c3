"""The runnable blocks of each lesson hold, each in a fresh namespace and an interpreter of its own kind."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.unit.content.environment import QUIET

ROOT = Path(__file__).parents[3]
LESSONS = sorted((ROOT / "problems").glob("*/lesson.md"))
BLOCK = re.compile(r"^```python run\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
RUN_BLOCKS = """
import sys
for block in sys.stdin.read().split("\\0"):
    try:
        exec(compile(block, "lesson.md", "exec"), {"__name__": "lesson"})
    except BaseException:
        print(block, file=sys.stderr)
        raise
"""


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.parent.name)
def test_runnable_blocks_run(lesson: Path) -> None:
    """Every block marked `run` ends without an exception."""
    blocks = BLOCK.findall(lesson.read_text(encoding="utf-8"))
    assert blocks
    command = [sys.executable, "-W", "error", "-c", RUN_BLOCKS]
    checks = yaml.safe_load((lesson.parent / "problem.yaml").read_text(encoding="utf-8"))["checks"]
    devices = {"JAX_NUM_CPU_DEVICES": str(checks.get("sharding", {}).get("devices", 1))}
    done = subprocess.run(
        command, input="\0".join(blocks), env=QUIET | devices, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.parent.name)
def test_runnable_blocks_assert_something(lesson: Path) -> None:
    """A block without an `assert` shows nothing that a reader could rely on."""
    assert all("assert " in block for block in BLOCK.findall(lesson.read_text(encoding="utf-8")))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.parent.name)
def test_lesson_has_a_readable_length(lesson: Path) -> None:
    """Between 300 and 900 words, code not counted."""
    words = FENCE.sub("", lesson.read_text(encoding="utf-8")).split()
    assert 300 <= len(words) <= 900
