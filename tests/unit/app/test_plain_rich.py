"""jaxdojo-client prints reports without rich, but with the same characters."""

from __future__ import annotations

import io
import subprocess
import sys
import time
import unicodedata
from typing import TYPE_CHECKING, Any

import pytest
import rich.console
import rich.padding
import rich.table
import rich.text
from hypothesis import given
from hypothesis import strategies as st

from app.cli import plain_rich, terminal
from app.client.reports import read_told
from grader.report import Verdict
from tests.unit.app.test_terminal import _make_report

if TYPE_CHECKING:
    from collections.abc import Iterable

RICH = (rich.padding.Padding, rich.table.Table, rich.text.Text)
OURS = (plain_rich.Padding, plain_rich.Table, plain_rich.StyledText)
LETTERS = st.sampled_from("abc  \n界é-")


def draw(console: Any, kinds: Iterable[Any], report: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:  # noqa: ANN401
    for name, kind in zip(("Padding", "Table", "Text"), kinds, strict=True):
        monkeypatch.setattr(terminal, name, kind)
    terminal.print_report(console, report)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


@pytest.mark.parametrize("width", [40, 59, 80, 110, 200])
@pytest.mark.parametrize("verdict", list(Verdict))
def test_reports_have_the_same_characters_as_with_rich(
    verdict: Verdict, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = _make_report(verdict).model_copy(update={"message": "The values differ. " * 9 + "x" * 130})
    theirs = rich.console.Console(file=io.StringIO(), width=width, highlight=False, color_system=None)
    wanted = draw(theirs, RICH, report, monkeypatch)
    told = read_told(report.model_dump(mode="json"))
    assert draw(plain_rich.Console(io.StringIO(), width), OURS, told, monkeypatch) == wanted


@given(st.text(LETTERS, max_size=60), st.integers(4, 30))
def test_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = [line.plain for line in plain_rich.StyledText(text).wrap(width)]
    assert "".join(lines) == text.replace("\n", "")
    for line in lines:
        columns = sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line.rstrip())
        assert columns <= width


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    text = plain_rich.StyledText.assemble("a ", ("b", "bold red"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    for stream, wanted in ((Terminal(), "a \x1b[1;31mb\x1b[0m\n"), (io.StringIO(), "a b\n")):
        plain_rich.Console(stream, 20).print(text)
        assert stream.getvalue() == wanted
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    plain_rich.Console(stream, 20).print(text)
    assert stream.getvalue() == "a b\n"


def test_a_long_word_takes_time_in_proportion_to_its_length() -> None:
    began = time.process_time()
    lines = plain_rich.StyledText("x" * 2**17).wrap(80)
    assert (len(lines), time.process_time() - began < 3.0) == (2**17 // 80 + 1, True)


def test_the_client_draws_without_rich() -> None:
    program = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"rich", "pydantic", "typer", "jinja2", "platformdirs"}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
from app.cli import client, notebook, terminal
print(terminal.Console.__module__)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "app.cli.plain_rich\n"
