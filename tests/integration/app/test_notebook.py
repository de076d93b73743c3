"""`%%kata` in a notebook: in IPython's own shell, against a server and locally, and the output below the cell."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

import jaxdojo
from app.cli import notebook
from app.cli.notebook import GradedCell, KataError, kata, parse_line
from app.client.errors import NoServerError, UnreachableError
from grader.report import CallReport, CaseReport, CheckSummary, Mode, Report, Segment, Verdict
from jaxdojo import notebook as kernel

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
    """Accepts magics, like IPython's shell."""

    def __init__(self) -> None:
        self.magics: dict[str, Callable[[str, str], object]] = {}

    def register_magic_function(self, func: Callable[[str, str], object], magic_kind: str, magic_name: str) -> None:
        assert magic_kind == "cell"
        self.magics[magic_name] = func


def test_the_extension_adds_one_magic() -> None:
    shell = Shell()
    jaxdojo.load_ipython_extension(shell)
    assert shell.magics == {"kata": kernel.kata}


def test_the_line_is_read_and_mistakes_are_told() -> None:
    assert parse_line("jit_forward").slug == "jit_forward"
    assert parse_line("jit_forward --samples --local").samples
    for line in ("", "a b", "a --other", "a 'b", "a --local --server http://x"):
        with pytest.raises(KataError):
            parse_line(line)


def test_what_is_drawn_stands_by_itself_and_escapes() -> None:
    html = GradedCell(make_report(Verdict.WRONG_ANSWER, EVIL, EVIL)).draw()
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert not re.search(r"""(?:src|href|url|on\w+)\s*[=(]|<style|<link|<img""", html)
    assert "✗ Wrong answer" in html
    drawn = GradedCell(make_report()).draw()
    assert "<script" not in drawn
    assert drawn.count("height:12px") == 2
    assert "✓ traces" in html
    text = GradedCell(make_report(Verdict.WRONG_ANSWER, EVIL)).tell()
    assert "Wrong answer" in text
    assert "\x1b[2J" not in text


def test_a_server_is_asked_where_one_is_known_and_else_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, str, str | None]] = []

    def ask(slug: str, cell: str, mode: str, server: str | None) -> GradedCell:
        asked.append((slug, cell, mode, server))
        if server == "http://gone":
            raise UnreachableError(server, "no answer")
        if server is None and len(asked) > 1:
            raise NoServerError
        return GradedCell(make_report())

    async def grade(slug: str, cell: str, mode: str) -> Report:
        return make_report(message=f"{slug} {cell} {mode} here")

    monkeypatch.setattr(notebook, "_grade_there", ask)
    monkeypatch.setattr(notebook, "_grade_here", grade)
    assert kata("a --samples", "x = 1\n").report.message == "It holds."
    assert asked == [("a", "x = 1\n", "run", None)]
    assert kata("a", "y").report.message == "a y submit here"
    with pytest.raises(KataError, match="http://gone"):
        kata("a --server http://gone", "x")


PROGRAM = """
import json, sys
order = json.loads(sys.stdin.read())
print("case 1 of 1", file=sys.stderr)
told = f"{order['line']} {len(order['cell'])}"
answer = {"error": "no such kata"} if order["line"] == "other" else {"text": told, "html": f"<b>{told}</b>"}
print(json.dumps(answer) if order["line"] != "broken" else "")
"""


def test_in_ipython_s_own_shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The kernel has a process grade the cell, shows what this reports, and imports none of its modules."""
    interactive: Any = pytest.importorskip("IPython.core.interactiveshell")
    monkeypatch.setattr(kernel, "find_command", lambda: [sys.executable, "-c", PROGRAM])
    shell = interactive.InteractiveShell.instance()
    try:
        shell.run_line_magic("load_ext", "jaxdojo")
        done = shell.run_cell("%%kata jit_forward --local\ndef f():\n    return 1\n")
        assert done.success
        assert isinstance(done.result, kernel.GradedCell)
        shown, _metadata = shell.display_formatter.format(done.result)
        assert shown["text/html"] == "<b>jit_forward --local 22</b>"
        assert shown["text/plain"] == "jit_forward --local 22"
        assert "case 1 of 1" in capsys.readouterr().err
        for line, words in (("other", "no such kata"), ("broken", "without a verdict")):
            done = shell.run_cell(f"%%kata {line}\nx\n")
            assert words in str(done.error_in_exec)
    finally:
        interactive.InteractiveShell.clear_instance()


def test_the_kernel_s_modules_stay_its_own() -> None:
    """In a notebook, `app` and `grader` are the user's own modules, before and after a cell."""
    program = """
import sys, types
sys.modules["app"] = mine = types.ModuleType("app")
import jaxdojo
from jaxdojo.notebook import KataError, kata
try:
    kata("jit_forward --other", "x")
except KataError as error:
    print(str(error).splitlines()[0])
print(sys.modules["app"] is mine, [name for name in sys.modules if name.startswith(("app.", "grader", "jax."))])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["unrecognized arguments: --other", "True []"]
