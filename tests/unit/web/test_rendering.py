"""Templates escape their values, and the report's page shows the whole report."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import pytest
from markupsafe import escape
from starlette.requests import Request

from app.db.statuses import Status
from app.domains.community.schemas import ShareState
from app.domains.submissions.schemas import SubmissionView
from app.kit.language import use_language
from app.kit.workers.pool import Workers
from app.web.assets import Assets
from app.web.drawing import verdicts
from app.web.drawing.explained import MAX_BARS
from app.web.rendering import TEMPLATES, Renderer, format_ticks, name_level
from app.web.safety import PAGE_POLICY
from grader.report import (
    CallReport,
    CaseReport,
    CheckResult,
    CheckSummary,
    ErrorReport,
    Hint,
    Mode,
    Report,
    Segment,
    Shown,
    Stack,
    Timing,
    Verdict,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

P = ParamSpec("P")
R = TypeVar("R")
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def request_() -> Request:
    return Request({"type": "http", "method": "GET", "path": "/submissions/x", "headers": [], "query_string": b""})


@pytest.fixture
def renderer(tmp_path: Path) -> Renderer:
    return Renderer(Assets(tmp_path), NoWorkers())


class NoWorkers(Workers):
    """Runs tasks in a thread instead of a worker process."""

    async def run(self, who: str, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        assert who
        return await asyncio.to_thread(function, *args, **kwargs)


def make_report(verdict: Verdict, text: str) -> Report:
    passed = verdict is Verdict.ACCEPTED
    check = CheckResult(check="values", passed=passed, code="c", message=text, line=1, data={"match": "bit_equal"})
    call = CallReport(label=text, seconds=0.1, traces=1, segments=[Segment(kind="compile", ms=80, name=text)])
    sample = CaseReport(
        name=text,
        label=text,
        hidden=False,
        verdict=verdict,
        seconds=0.1,
        checks=[check],
        calls=[call],
        shown=Shown(inputs=text, expected=text, got=text),
    )
    hidden = CaseReport(name=text, label=text, hidden=True, verdict=verdict, seconds=0.1, checks=[], calls=[call])
    return Report(
        problem="jit_forward",
        version="1",
        mode=Mode.SUBMIT,
        verdict=verdict,
        code="c",
        message=f"`{text}`",
        line=1,
        score=float(passed),
        cases=[sample, hidden],
        checks=[
            CheckSummary(check=text, passed=passed, code="c", message=text, cases=2, failed=[] if passed else [text])
        ],
        output=text,
        output_truncated=True,
        error=ErrorReport(type=text, message=text, traceback=text),
        hints=[Hint(code="hint.x", level="essential", line=1, message=f"`{text}` {text}")],
        stack=Stack(python=text, jax=text, flax=text),
        tier=text,
        timing=Timing(total_ms=431),
    )


def draw(renderer: Renderer, request: Request, status: Status, report: Report | None) -> str:
    submission = SubmissionView(
        id="x",
        problem="jit_forward",
        version=1,
        mode=Mode.SUBMIT,
        status=status,
        verdict=None if report is None else report.verdict,
        report=report,
        created_at=datetime(2030, 1, 2, 3, 4, tzinfo=UTC),
        started_at=None,
        finished_at=None,
        source=HOSTILE,
        position=3 if status is Status.QUEUED else None,
    )
    drawing = renderer.draw_page(
        request,
        "submission.html",
        None,
        submission=submission,
        report=report,
        previous=submission if report is not None else None,
        moment=None,
        pinned=[],
        pending=status.is_pending,
        problem_name=HOSTILE,
        newest=1,
        head=verdicts.describe(submission),
        sharing=ShareState(token=None, as_solution=False),
        others=[],
        against=None,
        changes=None,
        regraded=[],
        unfair=None,
        site="http://dojo.test",
    )
    return bytes(asyncio.run(drawing).body).decode()


@pytest.mark.parametrize("verdict", list(Verdict))
def test_reports_are_escaped_everywhere(renderer: Renderer, request_: Request, verdict: Verdict) -> None:
    html = draw(renderer, request_, Status.DONE, make_report(verdict, HOSTILE))
    assert "<script" not in html
    assert html.count("&lt;script&gt;") > 15
    assert " style=" not in html


def test_a_passed_report_says_so_in_words(renderer: Renderer, request_: Request) -> None:
    html = draw(renderer, request_, Status.DONE, make_report(Verdict.ACCEPTED, "fine"))
    assert "bit for bit" in html
    assert '<span class="unseen">passed</span>' in html
    assert "1 trace" in html
    assert "compile 80 ms" in html
    assert "One call: 100 ms" in html
    assert "1 trace in 1 call." in html
    assert "refresh" not in html


def test_a_verdict_suggests_the_name_that_was_meant(tmp_path: Path, request_: Request) -> None:
    (tmp_path / "names-ABC.json").write_text('{"jax.numpy": [["subtract", "function", "", ""]]}', "utf-8")
    (tmp_path / "manifest.json").write_text('{"names.json": "names-ABC.json"}', "utf-8")
    report = make_report(Verdict.RUNTIME_ERROR, "module 'jax.numpy' has no attribute 'subtrct'")
    html = draw(Renderer(Assets(tmp_path), NoWorkers()), request_, Status.DONE, report)
    assert "Did you mean <code>subtract</code>?" in html


class Languages(HTMLParser):
    """Collects each text in a page with its marked language; empty if that is the page's own."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = [""]
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, _tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.stack.append(dict(attributes).get("lang") or self.stack[-1])

    def handle_endtag(self, _tag: str) -> None:
        self.stack.pop()

    def handle_data(self, data: str) -> None:
        self.found.append((data, self.stack[-1]))


def test_what_the_grader_says_is_marked_as_english_on_a_german_page(renderer: Renderer) -> None:
    report = make_report(Verdict.WRONG_STRUCTURE, "plain")
    case = report.cases[0]
    case = case.model_copy(update={"checks": [case.checks[0].model_copy(update={"message": "Sentence 1."})]})
    report = report.model_copy(
        update={
            "message": "Sentence 2.",
            "cases": [case, case.model_copy(update={"hidden": True, "shown": None})],
            "checks": [report.checks[0].model_copy(update={"message": "Sentence 3."})],
            "hints": [report.hints[0].model_copy(update={"message": "Sentence 4."})],
        }
    )
    use_language("de")
    pieces = [
        renderer.piece("draw_head", head=verdicts.judged(report)),
        renderer.piece("draw_body", report=report, previous=None, current="x"),
    ]
    use_language("en")
    parser = Languages()
    parser.feed("".join(pieces))
    sentences = [(text.strip(), language) for text, language in parser.found if "Sentence" in text]
    assert set(sentences) == {(f"Sentence {n}.", "en") for n in (1, 2, 3, 4)}
    assert sum(text == "Sentence 1." for text, _ in sentences) == 2, "a sample's, and a hidden case's"
    assert ("Zeile 1 zeigen", "") in parser.found, "the interface itself is German"


def test_of_several_calls_it_is_told_which_one_is_shown(renderer: Renderer) -> None:
    case = make_report(Verdict.WRONG_ANSWER, "plain").cases[0]
    assert case.shown is not None
    second = case.shown.model_copy(update={"call": 1})
    for count in (1, 2):
        changed = case.model_copy(update={"calls": case.calls * count, "shown": second})
        row = renderer.piece("draw_case", case=changed)
        assert ("Call 2 of " in row) is (count > 1)


def test_names_in_labels_are_code(renderer: Renderer, request_: Request) -> None:
    page = draw(renderer, request_, Status.DONE, make_report(Verdict.ACCEPTED, "`f` twice"))
    for label in ("case-label", "call-label"):
        assert re.search(rf'<span class="{label}"[^>]*><code>f</code> twice</span>', page), label


def test_remarks_have_their_line_and_no_label_of_ours(renderer: Renderer, request_: Request) -> None:
    report = make_report(Verdict.ACCEPTED, "plain")
    praise = Hint(code="hint.y", level="celebratory", line=1, message="Fine.")
    page = draw(renderer, request_, Status.DONE, report.model_copy(update={"hints": [*report.hints, praise]}))
    assert '<code>plain</code> plain</span> <a class="show-line" href="#line-1"' in page
    assert re.search(r'<ul class="praised"><li><span lang="en">Fine\.', page)
    assert not re.search("essential|actionable|informative|celebratory", page)
    assert [remark["message"] for remark in verdicts.list_remarks(report)] == ["`plain` plain"]


def test_one_picture_and_a_sentence_are_seen_and_all_else_is_folded(renderer: Renderer, request_: Request) -> None:
    report = make_report(Verdict.WRONG_STRUCTURE, "plain")
    check = report.cases[0].checks[0].model_copy(update={"check": "traces"})
    case = report.cases[0].model_copy(update={"checks": [check]})
    report = report.model_copy(update={"cases": [case], "error": None, "message": "It is so. Do that."})
    page = draw(renderer, request_, Status.DONE, report)
    seen, _summary, folded = page.partition('<details class="fold" id="verdict-more">')
    assert seen.count('<figure class="timeline">') == 1
    assert '<p class="advice" lang="en">Do that.</p>' in seen
    assert f'<p class="excerpt"><span aria-hidden="true">1</span> <code>{escape(HOSTILE)}</code></p>' in seen
    for part in ('id="verdict-checks"', 'id="verdict-cases"', "Remarks on your code", "graded in"):
        assert part not in seen
        assert part in folded


def test_very_many_calls_are_not_all_drawn(renderer: Renderer) -> None:
    """A submission can call its own jitted functions as often as it likes, and each bar takes 0.2 ms."""
    calls = [CallReport(label=f"call {number}", seconds=0.1, traces=1) for number in range(MAX_BARS + 72)]
    case = make_report(Verdict.WRONG_STRUCTURE, "plain").cases[0].model_copy(update={"calls": calls, "hidden": False})
    drawn = renderer.piece("draw_case", case=case)
    assert drawn.count('<svg class="call-bar"') == MAX_BARS
    assert "72 calls aren't drawn." in drawn.replace("&#39;", "'")


def test_what_eight_hidden_cases_tell_is_told_once(renderer: Renderer) -> None:
    check = CheckResult(check="values", passed=False, code="values.mismatch", message="In a hidden case: zero.")
    case = CaseReport(name="hidden", label="", hidden=True, verdict=Verdict.WRONG_ANSWER, seconds=0, checks=[check])
    report = make_report(Verdict.WRONG_ANSWER, "plain").model_copy(
        update={"cases": [case] * 8, "error": None, "checks": [], "message": check.message}
    )
    body = renderer.piece("draw_body", report=report, previous=None, current="x")
    assert body.count('<li class="case ') == 1
    assert "8 hidden cases" in body
    assert check.message not in body, "the head has said it"
    body = renderer.piece("draw_body", report=report.model_copy(update={"message": "?"}), previous=None, current="x")
    assert body.count(check.message) == 1


def test_a_report_stored_before_there_were_remarks_can_be_read() -> None:
    stored = make_report(Verdict.ACCEPTED, "plain").model_dump(mode="json")
    del stored["hints"]
    assert Report.model_validate(stored).hints == []


def test_a_waiting_page_looks_again_by_itself(renderer: Renderer, request_: Request) -> None:
    html = draw(renderer, request_, Status.QUEUED, None)
    assert '<meta http-equiv="refresh" content="2">' in html
    assert "Place 3 in the queue" in html


def test_a_failure_of_ours_says_it_does_not_count(renderer: Renderer, request_: Request) -> None:
    html = draw(renderer, request_, Status.FAILED, None)
    assert "refresh" not in html
    assert "It doesn&#39;t count" in html


def test_pages_say_which_zone_their_times_are_in() -> None:
    """Those of courses are in the course's zone, which the course's page names; a part is on pages that say so."""
    pages = [page for page in TEMPLATES.rglob("*.html") if page.parent.name != "courses" and page.name != "_parts.html"]
    silent = [page.name for page in pages if "| moment" in (text := page.read_text("utf-8")) and "UTC" not in text]
    assert silent == []


def test_an_error_page_carries_the_policy_and_escapes(renderer: Renderer, request_: Request) -> None:
    page = renderer.page(
        request_,
        "error.html",
        None,
        status=404,
        title=HOSTILE,
        message=HOSTILE,
        sign_in=True,
        ours=False,
        reloads=False,
        error_page=True,
        code=404,
    )
    assert page.status_code == 404
    assert b"<script" not in page.body
    assert page.headers["content-security-policy"] == PAGE_POLICY
    assert "etag" not in page.headers


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("plain", "plain"),
        ("`f` ran", "<code>f</code> ran"),
        ("a ` b", "a ` b"),
        ("`a` ` b", "<code>a</code> ` b"),
        ("`<b>`", "<code>&lt;b&gt;</code>"),
    ],
)
def test_ticks(text: str, html: str) -> None:
    assert format_ticks(text) == html


@pytest.mark.parametrize("verdict", list(Verdict))
def test_pieces_are_the_parts_of_the_whole(renderer: Renderer, request_: Request, verdict: Verdict) -> None:
    report = make_report(verdict, HOSTILE)
    whole = " ".join(draw(renderer, request_, Status.DONE, report).split())
    for piece in (
        renderer.piece("draw_head", head=verdicts.judged(report, HOSTILE)),
        renderer.piece("draw_checks", checks=report.checks),
        renderer.piece("draw_case", case=report.cases[1]),
    ):
        assert piece
        assert " ".join(piece.split()) in whole


def test_levels_are_words() -> None:
    assert [name_level(n) for n in (0, 1, 5, 9)] == ["gentle", "gentle", "very hard", "very hard"]


@pytest.mark.parametrize("is_open", [True, False])
def test_signing_up_is_offered_where_anybody_may(tmp_path: Path, request_: Request, *, is_open: bool) -> None:
    page = Renderer(Assets(tmp_path), Workers(), is_open=is_open).page(request_, "forgot.html", None, sent=True)
    assert ('href="/signup' in bytes(page.body).decode()) is is_open


@pytest.mark.parametrize(
    ("percent", "quarters"),
    [
        (0, []),
        (10, [("trace", 0, 10)]),
        (60, [("trace", 0, 25), ("lower", 25, 25), ("compile", 50, 10)]),
        (100, [("trace", 0, 25), ("lower", 25, 25), ("compile", 50, 25), ("execute", 75, 25)]),
    ],
)
def test_progress_has_a_colour_for_each_quarter(
    renderer: Renderer, percent: float, quarters: list[tuple[str, int, int]]
) -> None:
    ring = renderer.piece("draw_ring", template="_progress.html", percent=percent)
    bar = renderer.piece("draw_progress", template="_progress.html", percent=percent)
    arcs = re.findall(r'class="part-(\w+)".*?stroke-dasharray="(\d+) 100" stroke-dashoffset="-(\d+)"', ring)
    parts = re.findall(r'class="part-(\w+)" x="(\d+)%" width="(\d+)%"', bar)
    assert [(kind, int(start), int(share)) for kind, share, start in arcs] == quarters
    assert [(kind, int(start), int(share)) for kind, start, share in parts] == quarters
