"""What publishing says about its refusals: the cause, with file and key, and not its consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import PublishRefusedError
from tests.integration.grader.test_publish import CASES, FILES, PROBLEM, publish

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
