"""Publishing the shipped problems, which grades every accepted and every rejected solution."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from grader.publishing.publish import proof_digest
from grader.report import Mode, Verdict
from tests.graded import choose_tried

if TYPE_CHECKING:
    from grader.grading.grade import GradeEvent
    from grader.report import Report
    from tests.integration.grader.conftest import Publisher

ROOT = Path(__file__).parents[3]
LESSONS = {
    *("error.nnx_trace_level", "error.not_implemented", "error.trace_leak", "error.tracer_bool", "error.tracer_shape"),
}
"""The exceptions that a starter may end with: not written yet, or one of JAX or Flax that a kata is about."""

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(1500)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try the problems that have changed since they were noted, and a sample of the others."""
    if "slug" in metafunc.fixturenames:
        metafunc.parametrize("slug", choose_tried(whole=bool(metafunc.config.getoption("--whole"))), scope="session")


def test_every_solution_gets_the_verdict_and_the_code_that_it_declares(publisher: Publisher, slug: str) -> None:
    """Publishing runs each and refuses where one gets something else; the failure names file, claim and finding."""
    report = publisher.shipped(slug)
    listing = yaml.safe_load((ROOT / "reference_solutions" / slug / "submissions.yaml").read_text(encoding="utf-8"))
    assert (report.accepted, report.rejected) == (len(listing["accepted"]), len(listing["rejected"]))
    if report.full:
        assert report.proof is not None
        digest = proof_digest(ROOT / "problems" / slug, ROOT / "reference_solutions" / slug)
        assert (report.proof.digest, report.proof.time_s) == (digest, report.time_s)
        assert report.proof.fits(publisher.grader.stack, "cpu")


def test_a_canonical_solution_is_graded_case_by_case(publisher: Publisher, slug: str) -> None:
    """And reads the compiled programs, but leaves them alone."""
    bundle = publisher.bundle(slug)
    compiled = read_programs(publisher, bundle.digest)
    events: list[GradeEvent] = []
    source = bundle.manifest.solution.encode()
    report = publisher.grader.grade(bundle, source, mode=Mode.SUBMIT, on_event=events.append)
    samples = len(bundle.samples)
    total = samples + bundle.drawn
    assert (report.verdict, report.code, report.line) == (Verdict.ACCEPTED, "accepted", None)
    assert report.score >= 1.0, "the shown solution costs more than the reference"
    assert report.message.startswith(f"All {total} cases are right")
    assert [event.kind for event in events] == ["started", *["case"] * samples]  # what hidden cases tell comes last
    assert events[0].data == {"total": total}
    assert [(event.data["index"], event.data["total"]) for event in events[1:]] == [(i, total) for i in range(samples)]
    shown = [case.model_dump(mode="json") for case in report.cases[:samples]]
    assert [event.data["case"] for event in events[1:]] == shown
    assert [case.hidden for case in report.cases] == [False] * len(bundle.samples) + [True] * bundle.drawn
    labelled = bundle.manifest.pool.labels == "public"
    names = {case.name for case in bundle.pool} if labelled else {"hidden"}
    assert {case.name for case in report.cases if case.hidden} <= names
    assert all((case.shown is None) == case.hidden for case in report.cases)
    assert all(check.passed for check in report.checks)
    assert (report.problem, report.version, report.output, report.error) == (slug, bundle.digest, "", None)
    assert report.stack is not None
    assert report.tier
    assert any(name.endswith("-cache") for name in compiled)
    assert find_compiled(report) == [], "publishing left out a program that the canonical solution needs"
    pool = publisher.grader.pool
    assert pool.falls_back(bundle) == pool._all_cold, "the starter fails in a zygote, or waits for a thread there"
    assert read_programs(publisher, bundle.digest) == compiled


def test_the_starter_runs_into_a_lesson(publisher: Publisher, slug: str) -> None:
    """It is loaded and judged, and not accepted; what it returns, if anything, has the right shape."""
    bundle = publisher.bundle(slug)
    report = publisher.grader.grade(bundle, bundle.manifest.starter.encode(), mode=Mode.RUN)
    judged = {Verdict.WRONG_ANSWER, Verdict.WRONG_STRUCTURE, Verdict.RUNTIME_ERROR}
    assert report.verdict in judged
    assert report.code in LESSONS or not report.code.startswith("error."), report.message


def find_compiled(report: Report) -> list[tuple[str, str]]:
    """Return case and function of each program that was compiled and not found in the cache."""
    return [
        (case.name, segment.name)
        for case in report.cases
        for call in case.calls
        for segment in call.segments
        if segment.kind == "compile" and not segment.cached and segment.name != "other operations"
    ]


def read_programs(publisher: Publisher, digest: str) -> dict[str, bytes]:
    """Return the files of a bundle's compile cache by name."""
    cache = publisher.grader.settings.compile_cache
    assert cache is not None
    return {path.name: path.read_bytes() for path in (cache / digest).iterdir()}


def test_the_secret_is_in_no_file_that_learners_see(publisher: Publisher) -> None:
    """The manifest is public; the pool's inputs and names are elsewhere."""
    bundle = publisher.bundle("jit_forward")
    text = (publisher.store.root / bundle.digest / "manifest.json").read_text(encoding="utf-8")
    assert "hidden-1" not in text
    assert '"draw"' in text
