"""A problem is tried again if anything on which its verdicts depend has changed; otherwise only in a sample."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from tests import graded

if TYPE_CHECKING:
    from pathlib import Path

SLUGS = [f"problem_{number}" for number in range(10)]
ALL = "sha256 of the grader"


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of a repository with ten problems, all of which are recorded."""
    monkeypatch.setattr(graded, "ROOT", tmp_path)
    monkeypatch.setattr(graded, "TESTS", tmp_path / "tests")
    monkeypatch.setattr(graded, "NOTED", tmp_path / "graded.txt")
    monkeypatch.setattr(graded, "_digest_all", lambda: ALL)
    monkeypatch.setattr(graded, "digest_grader_code", lambda: ALL)
    monkeypatch.setattr(graded, "_read_advice", lambda: dict.fromkeys(SLUGS, "advice"))
    for slug in SLUGS:
        for folder in ("problems", "reference_solutions"):
            (tmp_path / folder / slug).mkdir(parents=True)
            (tmp_path / folder / slug / "problem.yaml").write_text(slug, encoding="ascii")
    lines = [f"{slug} {graded.find_digest(slug)}\n" for slug in SLUGS]
    graded.NOTED.write_text("".join(lines), encoding="ascii")
    return graded.NOTED


def list_left() -> list[str]:
    """Return the problems that a run leaves out."""
    tried = graded.choose_tried(whole=False)
    return [slug for slug in SLUGS if slug not in tried]


def test_what_is_noted_is_tried_in_a_sample(noted: Path) -> None:
    assert len(graded.choose_tried(whole=False)) == graded.SAMPLE
    assert graded.choose_tried(whole=True) == SLUGS
    assert len([slug for slug in SLUGS if graded.is_in_full(slug)]) == graded.FULL


@pytest.mark.parametrize("folder", ["problems", "reference_solutions"])
def test_a_changed_file_is_tried(noted: Path, tmp_path: Path, folder: str) -> None:
    slug = list_left()[0]
    (tmp_path / folder / slug / "problem.yaml").write_text("changed", encoding="ascii")
    assert slug in graded.choose_tried(whole=False)


def test_changed_advice_is_tried(noted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list_left()
    monkeypatch.setattr(graded, "_read_advice", lambda: {before[0]: "other advice"})
    assert before[0] in graded.choose_tried(whole=False)


def test_everything_is_tried_after_a_change_of_the_grader(noted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list_left()
    monkeypatch.setattr(graded, "_digest_all", lambda: "another")
    assert before
    assert graded.choose_tried(whole=False) == SLUGS


def test_another_sample_follows_a_change_of_the_grader(noted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    samples = set()
    for change in range(20):
        monkeypatch.setattr(graded, "digest_grader_code", lambda change=change: str(change))
        samples |= set(graded.choose_tried(whole=False))
    assert samples == set(SLUGS)


BEFORE = 'class A:\n    """A letter."""\n    def b(self):\n        """Return it."""\n        return "b"  # a letter\n'
SAME = "class A:\n\n    def b(self):\n        return 'b'\n"


@pytest.mark.parametrize(
    ("changed", "is_same"),
    [
        ({"a.py": SAME}, True),
        ({"a.py": SAME.replace("'b'", "'c'")}, False),
        ({"a.py": SAME.replace("    def b", "    x = 'a string'\n    def b")}, False),
        ({"b.py": SAME}, False),
        ({"a.txt": "# Other words"}, False),
    ],
)
def test_only_layout_comments_and_docstrings_may_change(
    tmp_path: Path, changed: dict[str, str], *, is_same: bool
) -> None:
    (tmp_path / "a.py").write_text(BEFORE, encoding="ascii")
    (tmp_path / "a.txt").write_text("# Words", encoding="ascii")
    before = graded.digest_code(tmp_path)
    for name, text in changed.items():
        (tmp_path / name).write_text(text, encoding="ascii")
    assert (graded.digest_code(tmp_path) == before) is is_same


def report(name: str, *, passed: bool) -> pytest.TestReport:
    """Return pytest's report on a test in the module whose results are recorded."""
    nodeid = f"tests/test_solutions.py::{name}"
    return SimpleNamespace(nodeid=nodeid, when="call", passed=passed)  # type: ignore[return-value]  # what is read of it


def test_only_a_problem_all_of_whose_tests_passed_is_noted(noted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted.write_text("problem_1 old\nproblem_9 old\nremoved old\n", encoding="ascii")
    monkeypatch.setattr(graded, "count_tests", lambda _: 2)
    notes = graded.Notes()
    for name in ("test_verdicts", "test_starter"):
        for slug, passed in (("problem_0", True), ("problem_1", name == "test_starter"), ("not_a_problem", True)):
            notes.pytest_runtest_logreport(report(f"{name}[{slug}]", passed=passed))
    notes.pytest_runtest_logreport(report("test_verdicts[problem_2]", passed=True))
    assert graded.read_noted() == {"problem_0": graded.find_digest("problem_0"), "problem_9": "old"}


def test_a_problem_is_noted_by_its_last_test(noted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    noted.write_text("", encoding="ascii")
    monkeypatch.setattr(graded, "count_tests", lambda _: 3)
    notes = graded.Notes()
    notes.pytest_runtest_logreport(report("test_verdicts[problem_0]", passed=True))
    assert graded.read_noted() == {}
    for name in ("test_starter", "test_canonical"):
        notes.pytest_runtest_logreport(report(f"{name}[problem_0]", passed=True))
    assert set(graded.read_noted()) == {"problem_0"}


def test_the_tests_of_a_problem_are_counted() -> None:
    assert graded.count_tests("weak_types") == 3
    assert graded.count_tests("jit_forward") == 4, "its advice is followed, too"


def test_every_line_names_a_problem() -> None:
    assert set(graded.read_noted()) <= set(graded.list_slugs())
