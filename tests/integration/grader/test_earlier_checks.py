"""What a check reuses from an earlier one, and that it reuses nothing else."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

from grader.bundle.store import BundleStore
from grader.errors import PackageError, PublishRefusedError
from grader.grading.client import Grader
from grader.grading.conversation import Conversation
from grader.publishing.earlier_checks import EarlierChecks
from grader.publishing.publish import publish
from grader.publishing.single_solution import try_solution
from grader.report import Verdict
from tests.integration.grader.test_publish import CASES, FILES, RIGHT, SECRET, write_files

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.sandbox

THRICE = "def twice(x):\n    return 3 * x\n"
ADDED = "def twice(x):\n    return x + x\n"
CLAIM = "# Twice\n\n```python run\nassert 1 + 1 == {}\n```\n"


class Author:
    """Checks the small problem repeatedly, with the results of earlier checks."""

    def __init__(self, grader: Grader, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.grader, self.root = grader, root
        self.earlier = EarlierChecks(root / "checks")
        self.graded: list[str] = []
        self.ran: list[str] = []
        self.generated = 0
        grade, run_cases, generate = Grader.grade, Conversation.run_cases, Conversation.generate

        def count(grader: Grader, bundle: Any, source: bytes, **options: Any) -> Any:  # noqa: ANN401 - passed on
            self.graded.append(source.decode())
            return grade(grader, bundle, source, **options)

        def note(talk: Conversation, source: str, *given: Any, **options: Any) -> Any:  # noqa: ANN401 - passed on
            self.ran.append(source)
            return run_cases(talk, source, *given, **options)

        def count_generated(talk: Conversation, *given: Any) -> Any:  # noqa: ANN401 - passed on
            self.generated += 1
            return generate(talk, *given)

        monkeypatch.setattr(Conversation, "generate", count_generated)
        monkeypatch.setattr(Grader, "grade", count)
        monkeypatch.setattr(Conversation, "run_cases", note)

    def check(self, **changed: str) -> set[str]:
        """Check the problem with these changed files; return the sources that were graded or run."""
        self.graded, self.ran, self.generated = [], [], 0
        folders = write_files(self.root, **changed)
        publish(*folders, BundleStore(self.root / "bundles"), SECRET, self.grader, earlier=self.earlier)
        return {*self.graded, *self.ran}


@pytest.fixture
def author(grader: Grader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Author:
    return Author(grader, tmp_path, monkeypatch)


@pytest.fixture(scope="module")
def outcomes(grader: Grader, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with what a check of the small problem kept."""
    root = tmp_path_factory.mktemp("checked")
    earlier = EarlierChecks(root / "checks")
    publish(*write_files(root), BundleStore(root / "bundles"), SECRET, grader, earlier=earlier)
    return root / "checks"


@pytest.fixture
def checked(author: Author, outcomes: Path) -> Author:
    """Return an author who has checked the small problem once."""
    shutil.copytree(outcomes, author.root / "checks")
    return author


def test_only_what_changed_is_tried_again(author: Author) -> None:
    everything = author.check()
    assert {RIGHT, THRICE} < everything
    assert len(everything) > 10, "mutants and fakes, too"
    assert not author.check(), "nothing changed"
    assert author.generated == 0, "nor did the cases"

    other = THRICE.replace("3 * x", "5 * x")
    assert author.check(rejected__thrice_py=other) == {other}
    assert not author.check(), "and back again"

    assert not author.check(statement_md="# Two times\n"), "no verdict depends on a text"
    assert RIGHT in author.check(cases_py=CASES.replace("rng.random(3", "rng.random(4"))
    assert RIGHT in author.check(reference_py=ADDED), "answers may differ"
    assert THRICE in author.check(problem_yaml=FILES["problem.yaml"].replace("time_s: 10", "time_s: 9"))


def test_a_failure_is_tried_again_and_a_text_that_changed_is_run(checked: Author) -> None:
    checked.check(lesson_md=CLAIM.format(2))
    for _ in range(2):
        with pytest.raises(PublishRefusedError, match="a runnable block failed"):
            checked.check(lesson_md=CLAIM.format(3))
    for _ in range(2):
        with pytest.raises(PublishRefusedError, match=r"rejected/thrice\.py declares"):
            checked.check(rejected__thrice_py=ADDED)
        assert ADDED in checked.graded
    loose = FILES["submissions.yaml"].replace("values.mismatch", "values.shape")
    with pytest.raises(PublishRefusedError, match=r"rejected/thrice\.py declares"):
        checked.check(submissions_yaml=loose)


def test_accepted_solutions_meet_a_fresh_seed_which_is_kept(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    generate = Conversation.generate

    def note(talk: Conversation, source: str, seed: str, seconds: float) -> Any:  # noqa: ANN401 - passed on
        drawn.append(seed)
        return generate(talk, source, seed, seconds)

    monkeypatch.setattr(Conversation, "generate", note)
    author.check()
    assert len(set(drawn)) == 3, "the installation's seed, the public one and a fresh one"
    before = set(drawn)
    author.check()
    author.check(accepted__canonical_py=ADDED)
    assert set(drawn) == before, "the cases of all three are kept"
    author.check(accepted__canonical_py=ADDED, cases_py=CASES.replace("rng.random(3", "rng.random(4"))
    assert len(set(drawn) - before) == 1, "other cases have another fresh seed"
    author.earlier = EarlierChecks()
    author.check()
    assert len(set(drawn) - before) == 2, "publishing draws anew each time"


def test_what_ran_out_of_time_is_tried_again(author: Author, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a mutant may exceed a limit that it doesn't exceed on a quiet one."""
    forever = "def twice(x):\n    while True:\n        pass\n"
    wanted = (
        FILES["submissions.yaml"]
        .replace("wrong_answer", "time_limit_exceeded")
        .replace("values.mismatch", "limit.time")
    )
    monkeypatch.setattr("grader.publishing.refusals.tight_limits.MIN_TIME_FACTOR", 1)
    short = FILES["problem.yaml"].replace("time_s: 10", "time_s: 1")
    changed = {"rejected__thrice_py": forever, "submissions_yaml": wanted, "problem_yaml": short}
    author.check(**changed)
    assert author.check(**changed) == {forever}


def test_old_outcomes_are_dropped(checked: Author) -> None:
    assert not checked.check()
    assert (checked.root / "checks").stat().st_mode & 0o777 == 0o700, "answers of hidden cases are there"
    kept = [path for path in (checked.root / "checks").iterdir() if path.is_file()]
    assert kept
    checked.earlier.drop_old()
    assert all(path.exists() for path in kept)
    later = kept[0].stat().st_mtime + 40 * 24 * 3600
    checked.earlier.drop_old(now=lambda: later)
    assert not list((checked.root / "checks").iterdir())
    assert RIGHT in checked.check()


def test_publishing_reads_nothing_that_is_known(checked: Author) -> None:
    assert not checked.check()
    checked.earlier = EarlierChecks()
    assert RIGHT in checked.check()


def test_one_solution_on_one_case_shows_everything(author: Author) -> None:
    folders = write_files(author.root)
    report = try_solution(*folders, SECRET, author.grader, "thrice", "h1", earlier=author.earlier)
    assert (report.verdict, [case.name for case in report.cases]) == (Verdict.WRONG_ANSWER, ["h1"])
    shown = report.cases[0].shown
    assert shown is not None
    assert shown.inputs, "the case is hidden from learners alone"
    for name in ("reference", "accepted/canonical.py", "canonical"):
        report = try_solution(*folders, SECRET, author.grader, name, earlier=author.earlier)
        assert (report.verdict, len(report.cases)) == (Verdict.ACCEPTED, 4)
    for solution, case, told in (("thrise", None, r"thrice\.py"), ("thrice", "h9", "h1")):
        with pytest.raises(PackageError, match=told):
            try_solution(*folders, SECRET, author.grader, solution, case)
