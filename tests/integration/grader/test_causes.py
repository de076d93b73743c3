"""What publishing says about its refusals: the cause, with file and key, and not its consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from grader.bundle.store import BundleStore
from grader.errors import PublishRefusedError
from grader.grading.client import Grader
from grader.publishing.publish import publish as publish_files
from tests.integration.grader.test_publish import CASES, FILES, PROBLEM, SECRET, publish, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.integration.grader.conftest import Publisher

pytestmark = pytest.mark.sandbox

ROOT_OF_SQUARES = "import jax.numpy as jnp\ndef twice(x):\n    return jnp.sqrt(x * x)\n"
"""A solution that is right everywhere, but whose derivative is NaN at 0."""
CAUSES: dict[str, tuple[dict[str, Any], str]] = {
    "an entry point whose name is misspelt": (
        {"problem_yaml": PROBLEM.replace("entry_point: twice", "entry_point: twize")},
        "starter.py can't be used: it has no `twize`, which problem.yaml, entry_point, names; it defines `twice`",
    ),
    "a starter with other parameters": (
        {"starter_py": "def twice(x, y):\n    return x\n"},
        "starter.py can't be used: its `twice(x, y)` can't be called with the parameters of problem.yaml, parameters",
    ),
    "a warm-up of its own that can't be loaded": (
        {"warmup_py": "x = 1\n"},
        "warmup.py can't be used: it has no `twice`, which problem.yaml, entry_point, names",
    ),
    "a warm-up that waits for a thread where there is only one": (
        {"warmup_py": "import jax.numpy as jnp\ndef twice(x):\n    return 2 * x\nROWS = list(jnp.ones((40, 4)))\n"},
        "warmup.py can't warm the process that submissions are forked from (",
    ),
    "a time limit that nothing could keep": (
        {"problem_yaml": PROBLEM.replace("time_s: 10", "time_limit: 0.001")},
        "problem.yaml, limits.time_limit: starter.py takes longer than the 0.001 s of processor time; declare more",
    ),
    "a reference whose own derivative is a NaN": (
        {
            "reference_py": ROOT_OF_SQUARES,
            "accepted__canonical_py": "import jax.numpy as jnp\ndef twice(x):\n    return jnp.abs(x)\n",
            "cases_py": CASES.replace("[1, 2]", "[0, 2]"),
            "problem_yaml": PROBLEM.replace("checks: {}", "checks: {gradients: {wrt: [x]}}"),
        },
        "reference.py: its derivatives have a NaN or an infinity on case sample",
    ),
    "an example that needs bodies.py": (
        {"bodies_py": "def make_it():\n    return 1\n", "statement_md": "```python run\nmake_it()\n```\n"},
        "`make_it` is defined in bodies.py, whose names a block doesn't see. Copy its lines into the block",
    ),
}


@pytest.mark.parametrize(("changed", "finding"), CAUSES.values(), ids=CAUSES)
def test_the_cause_is_named_alone(publisher: Publisher, tmp_path: Path, changed: dict[str, Any], finding: str) -> None:
    with pytest.raises(PublishRefusedError) as caught:
        publish(publisher, tmp_path, **changed)
    assert len(caught.value.findings) == 1
    assert finding in caught.value.findings[0]


LISTED = FILES["submissions.yaml"].replace("{canonical.py: Plain.}", "{canonical.py: Plain., sum.py: Added.}")
SUM = "def twice(x):\n    return x + x\n"


def test_solutions_that_agree_with_each_other_make_the_reference_suspect(publisher: Publisher, tmp_path: Path) -> None:
    wrong = "def twice(x):\n    return 2 * x + 1\n"
    with pytest.raises(PublishRefusedError) as caught:
        publish(publisher, tmp_path, reference_py=wrong, accepted__sum_py=SUM, submissions_yaml=LISTED)
    told = "reference.py is the suspect: all 2 accepted solutions agree with each other and not with it"
    assert caught.value.findings[0].startswith(f"{told}, first on case sample")
    other = "def twice(x):\n    return 2 * x - 1\n"
    with pytest.raises(PublishRefusedError) as alone:
        publish(publisher, tmp_path, reference_py=wrong, accepted__sum_py=other, submissions_yaml=LISTED)
    assert not any("suspect" in finding for finding in alone.value.findings), "they do not agree"


def test_a_limit_that_all_solutions_exceed_is_named(publisher: Publisher, tmp_path: Path) -> None:
    slow = "def twice(x):\n    while True: pass\n"
    manifest = PROBLEM.replace("time_s: 10", "time_limit: 1")
    with pytest.raises(PublishRefusedError) as caught:
        publish(publisher, tmp_path, accepted__canonical_py=slow, problem_yaml=manifest)
    told = "problem.yaml, limits.time_limit: every accepted solution needs more than 1 s for a case"
    assert any(finding.startswith(told) for finding in caught.value.findings)


def test_an_author_sees_the_hidden_case_that_decides(publisher: Publisher, tmp_path: Path) -> None:
    odd = "def twice(x):\n    return 2 * x if x.size == 2 else 2 * x + 1\n"
    with pytest.raises(PublishRefusedError) as caught:
        publish(publisher, tmp_path, accepted__canonical_py=odd)
    head, case, inputs, expected, got = caught.value.findings[0].splitlines()[:5]
    assert head.startswith("accepted/canonical.py got wrong_answer (values.mismatch: In a hidden case: ")
    assert case.startswith("      case h0 (hidden): The output differs")
    assert inputs.startswith("      in call 1: x = float32[3] [0.")
    assert expected.startswith("      expected float32[3]")
    assert got.startswith("      got float32[3]")


def test_a_case_that_takes_too_long_is_named(publisher: Publisher, tmp_path: Path) -> None:
    slow = "def twice(x):\n    while x.size == 3: pass\n    return 2 * x\n"
    manifest = PROBLEM.replace("time_s: 10", "time_limit: 1")
    with pytest.raises(PublishRefusedError) as caught:
        publish(publisher, tmp_path, rejected__thrice_py=slow, problem_yaml=manifest)
    told = "case h0 (hidden); `jaxdojo problem check twice --solution rejected/thrice --case h0` shows it"
    assert caught.value.findings[-1].endswith(told)


TELLING = CASES.replace('"two numbers"', '"16 comes out"')


def test_what_can_be_found_without_running_a_solution_comes_first(
    grader: Grader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded: list[bytes] = []
    monkeypatch.setattr(Grader, "grade", lambda _self, _bundle, source, **_: graded.append(source))
    folders = write_files(tmp_path, cases_py=TELLING)
    with pytest.raises(PublishRefusedError) as caught:
        publish_files(*folders, BundleStore(tmp_path / "bundles"), SECRET, grader)
    assert len(caught.value.findings) == 1
    assert caught.value.findings[0].startswith("cases.py, case sample: the text '16 comes out' holds 16")
    assert graded == []


def test_each_finding_is_told_as_soon_as_it_is_known(grader: Grader, tmp_path: Path) -> None:
    known: list[str] = []
    false = "# Twice\n\n```python run\nassert 1 == 2\n```\n"
    folders = write_files(tmp_path, lesson_md=false, rejected__thrice_py=FILES["accepted/canonical.py"])
    with pytest.raises(PublishRefusedError) as caught:
        publish_files(*folders, BundleStore(tmp_path / "bundles"), SECRET, grader, known=known.append)
    assert sorted(known) == sorted(caught.value.findings)
    assert len(known) == 2
