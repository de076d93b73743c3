"""Following a message's advice helps: the changed solution is accepted, or gets the next lesson's code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.report import Mode, Verdict
from tests.graded import choose_tried
from tests.integration.grader.advice import ADVICE, STARTER

if TYPE_CHECKING:
    from tests.integration.grader.conftest import Publisher

ROOT = Path(__file__).parents[3]

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(600)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Follow the advice for problems whose solutions are graded: those that changed, and a sample of the others."""
    if "slug" in metafunc.fixturenames:
        tried = choose_tried(whole=bool(metafunc.config.getoption("--whole")))
        metafunc.parametrize("slug", [slug for slug in ADVICE if slug in tried], scope="session")


def test_who_follows_the_advice_gets_further(publisher: Publisher, slug: str) -> None:
    bundle = publisher.bundle(slug)
    for name, advice in ADVICE[slug].items():
        folder = ROOT / "problems" / slug if name == STARTER else ROOT / "reference_solutions" / slug / "rejected"
        source = (folder / name).read_text(encoding="utf-8")
        before = publisher.grader.grade(bundle, source.encode(), mode=Mode.RUN)
        assert before.verdict is not Verdict.ACCEPTED, name
        assert advice.words in before.message, f"{name}: {before.message}"
        after = publisher.grader.grade(bundle, advice.follow(source).encode(), mode=Mode.RUN)
        assert after.code == advice.then, f"{name}, changed: {after.message}"


def test_no_message_of_the_first_starter_advises_the_other_wrapper(publisher: Publisher) -> None:
    bundle = publisher.bundle("jit_forward")
    report = publisher.grader.grade(bundle, bundle.manifest.starter.encode(), mode=Mode.RUN)
    told = [report.message, *(check.message for check in report.checks), *(hint.message for hint in report.hints)]
    assert any("nnx.jit" in message for message in told)
    assert not [message for message in told if "jax.jit" in message]
