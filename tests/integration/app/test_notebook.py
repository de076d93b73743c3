"""`%%kata` in a notebook: in IPython's own shell, there and here, and what is drawn below the cell."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from app.cli import notebook
from app.cli.notebook import GradedCell, KataError, kata, load_ipython_extension, parse_line
from app.client.errors import NoServerError, UnreachableError
from grader.report import CallReport, CaseReport, CheckSummary, Mode, Report, Segment, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable

EVIL = "<script>alert(1)</script>\x1b[2J"


def make_report(verdict: Verdict = Verdict.ACCEPTED, message: str = "It holds.", output: str = "") -> Report:
    slow = [Segment(kind="trace", ms=20), Segment(kind="compile", ms=60), Segment(kind="execute", ms=1)]
    calls = [
        CallReport(label=f"call {EVIL}", seconds=0.081, traces=1, segments=slow),
        CallReport(label="call 2", seconds=0.001, traces=0, segments=[Segment(kind="execute", ms=1)]),
    ]
    case = CaseReport(name="s1", label="", hidden=False, verdict=verdict, seconds=0.1, checks=[], calls=calls)
    check = CheckSummary(check="traces", passed=True, code="once", message="", cases=1)
    return Report(
        problem="jit_forward",
        version="1",
        mode=Mode.SUBMIT,
        verdict=verdict,
        code="x",
        message=message,
        score=1.0,
        cases=[case],
        checks=[check],
        output=output,
    )


class Shell:
    """Takes magics, as IPython's shell does."""

    def __init__(self) -> None:
        self.magics: dict[str, Callable[[str, str], object]] = {}

    def register_magic_function(self, func: Callable[[str, str], object], magic_kind: str, magic_name: str) -> None:
        assert magic_kind == "cell"
        self.magics[magic_name] = func


def test_the_extension_adds_one_magic() -> None:
    shell = Shell()
    load_ipython_extension(shell)
    assert shell.magics == {"kata": kata}


def test_the_line_is_read_and_mistakes_are_told() -> None:
    assert parse_line("jit_forward").slug == "jit_forward"
    assert parse_line("jit_forward --samples --local").samples
    for line in ("", "a b", "a --other", "a 'b", "a --local --server http://x"):
        with pytest.raises(KataError):
            parse_line(line)


def test_what_is_drawn_stands_by_itself_and_escapes() -> None:
    html = GradedCell(make_report(Verdict.WRONG_ANSWER, EVIL, EVIL))._repr_html_()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert not re.search(r"""(?:src|href|url|on\w+)\s*[=(]|<style|<link|<img""", html)
    assert "✗ Wrong answer" in html
    drawn = GradedCell(make_report())._repr_html_()
    assert "<script" not in drawn
    assert drawn.count("height:12px") == 2
    assert "✓ traces" in html
    text = repr(GradedCell(make_report(Verdict.WRONG_ANSWER, EVIL)))
    assert "Wrong answer" in text
    assert "\x1b[2J" not in text


def test_a_server_is_asked_where_one_is_known_and_else_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, Mode, str | None]] = []

    def ask(slug: str, cell: str, mode: Mode, server: str | None) -> Report:
        asked.append((slug, cell, mode, server))
        if server == "http://gone":
            raise UnreachableError(server, "no answer")
        if server is None and len(asked) > 1:
            raise NoServerError
        return make_report()

    async def grade(slug: str, cell: str, mode: Mode) -> Report:
        return make_report(message=f"{slug} {cell} {mode} here")

    monkeypatch.setattr(notebook, "_grade_there", ask)
    monkeypatch.setattr(notebook, "_grade_here", grade)
    assert kata("a --samples", "x = 1\n").report.message == "It holds."
    assert asked == [("a", "x = 1\n", Mode.RUN, None)]
    assert kata("a", "y").report.message == "a y submit here"
    with pytest.raises(KataError, match="http://gone"):
        kata("a --server http://gone", "x")


def test_in_ipython_s_own_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    interactive: Any = pytest.importorskip("IPython.core.interactiveshell")

    async def grade(slug: str, cell: str, mode: Mode) -> Report:
        assert cell == "def f():\n    return 1\n"
        return make_report(message=f"{slug} {mode}")

    monkeypatch.setattr(notebook, "_grade_here", grade)
    shell = interactive.InteractiveShell.instance()
    try:
        shell.run_line_magic("load_ext", "jaxdojo")
        done = shell.run_cell("%%kata jit_forward --local\ndef f():\n    return 1\n")
        assert done.success
        assert isinstance(done.result, GradedCell)
        shown, _metadata = shell.display_formatter.format(done.result)
        assert "jit_forward submit" in shown["text/html"]
        assert "jit_forward submit" in shown["text/plain"]
        assert not shell.run_cell("%%kata --other\nx\n").success
    finally:
        interactive.InteractiveShell.clear_instance()
