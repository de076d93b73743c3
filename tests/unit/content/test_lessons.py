"""Lessons: their runnable blocks run without errors, and each has a readable length and all its parts."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from app.domains.problems.tracks import TRACKS
from tests.graded import choose_tried
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
SURPRISES = ("The surprise", "Die Überraschung")


def is_short(lesson: Path) -> bool:
    """Return whether a lesson belongs to the first half hour, whose katas take three minutes each."""
    problem = yaml.safe_load((lesson.parent / "problem.yaml").read_text(encoding="utf-8"))
    return bool(problem["track"] == TRACKS[0])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Choose lessons as problems are chosen: publishing in full ran the blocks of those that are noted."""
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", choose_tried(whole=bool(metafunc.config.getoption("--whole"))))


def test_runnable_blocks_run(slug: str) -> None:
    """Every block marked `run` ends without an exception, each in a new namespace."""
    lesson = ROOT / "problems" / slug / "lesson.md"
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
    """A block without an `assert` shows nothing on which a reader could rely."""
    assert all("assert " in block for block in BLOCK.findall(lesson.read_text(encoding="utf-8")))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.parent.name)
def test_lesson_has_a_readable_length(lesson: Path) -> None:
    """Between 300 and 900 words, not counting code; in the first half hour, at most 250."""
    words = FENCE.sub("", lesson.read_text(encoding="utf-8")).split()
    fewest, most = (100, 250) if is_short(lesson) else (300, 900)
    assert fewest <= len(words) <= most


@pytest.mark.parametrize("lesson", [one for one in LESSONS if is_short(one)], ids=lambda path: path.parent.name)
def test_a_lesson_of_the_first_half_hour_has_one_block_and_one_surprise(lesson: Path) -> None:
    """In English and in German, with the same code except for comments."""
    texts = [lesson.with_name(name).read_text(encoding="utf-8") for name in ("lesson.md", "lesson.de.md")]
    assert [len(BLOCK.findall(text)) for text in texts] == [1, 1]
    assert [
        len(re.findall(f"^## {words}", text, re.MULTILINE)) for text, words in zip(texts, SURPRISES, strict=True)
    ] == [1, 1]
    english, german = (ast.dump(ast.parse(BLOCK.findall(text)[0])) for text in texts)
    assert english == german


@pytest.mark.parametrize("lesson", [one for one in LESSONS if is_short(one)], ids=lambda path: path.parent.name)
def test_all_texts_of_the_first_half_hour_are_there_in_german(lesson: Path) -> None:
    problem = yaml.safe_load((lesson.parent / "problem.yaml").read_text(encoding="utf-8"))
    assert set(problem["name"]) == {"en", "de"}
    for kind in ("statement", "lesson", "hints"):
        texts = [(lesson.parent / name).read_text(encoding="utf-8") for name in (f"{kind}.md", f"{kind}.de.md")]
        assert len({len(re.findall("^#+ ", text, re.MULTILINE)) for text in texts}) == 1, kind
