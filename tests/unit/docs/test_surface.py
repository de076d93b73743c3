"""The public interface changes only together with its list, and there is a promise for each part."""

from __future__ import annotations

import re

from scripts.surface import ROOT, SURFACE, list_surface, render_surface

STABILITY = (ROOT / "docs" / "stability.md").read_text(encoding="utf-8")


def test_the_list_is_current() -> None:
    """If this fails and the change is intended, run `python -m scripts.surface`, and add a line to CHANGELOG.md."""
    known, found = (set(text.splitlines()) for text in (SURFACE.read_text(encoding="utf-8"), render_surface()))
    assert {"gone": sorted(known - found), "new": sorted(found - known)} == {"gone": [], "new": []}
    assert SURFACE.read_text(encoding="utf-8") == render_surface()


def test_each_part_has_a_promise_and_something_in_it() -> None:
    promised = set(re.findall(r"^\| ([A-Z][A-Za-z ]+) \|", STABILITY, flags=re.MULTILINE)) - {"Part"}
    parts = list_surface()
    assert all(parts.values())
    within = {"Bodies of the HTTP interface": "HTTP interface", "Verdicts and codes": "Reports"}
    assert {within.get(part, part) for part in parts} | {"Data"} == promised


def test_what_programs_rely_on_is_listed() -> None:
    lines = set(SURFACE.read_text(encoding="utf-8").splitlines())
    for wanted in (
        "jaxdojo.load_ipython_extension",
        "%%kata --samples",
        "jaxdojo submit --json",
        "jaxdojo submit SLUG (required)",
        "jaxdojo grade --cases samples",
        "JAXDOJO_PORT: integer from 0 to 65535",
        "POST /api/v1/problems/{slug}/submissions -> 202 SubmissionView",
        "POST /api/v1/problems/{slug}/submissions <- NewSubmission (required)",
        "POST /api/v1/problems/{slug}/submissions header Idempotency-Key",
        "POST submission.judged header Webhook-Signature (required)",
        "NewSubmission.source: string (required)",
        "problems/SLUG/cases.py (required)",
        "problem.yaml.entry_point: string (required)",
        "submissions.yaml Rejection.code: string (required)",
        "grader.inside.authoring.Case.name: str (required)",
        "report.verdict: Verdict (required)",
        "verdict wrong_structure",
        "code values.mismatch",
    ):
        assert wanted in lines
