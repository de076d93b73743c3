"""What commands and logs print can't control a terminal, whoever wrote it, and needs no markup to be safe."""

from __future__ import annotations

import io
import json
import logging
import re
import string
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import pytest
import structlog
from rich.markdown import Markdown
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from app.cli import plain_rich
from app.kit.console import make_console, say, say_json, show_progress, warn
from app.kit.logs import set_up_logs
from app.kit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import RenderableType

ROOT: Final = Path(__file__).resolve().parents[3]
HOSTILE: Final = "\x1b]0;title\x07\x1b[2J\r\x08\x9b2J\u202e[/bold][link=//evil.test]:bomb: end"
WRITING: Final = re.compile(r"\bsys\.std(?:out|err)\.write\(|\bConsole\(")
MAY_WRITE: Final = {
    "app/kit/console.py",  # where everything below is made safe
    "app/kit/logs.py",
    "app/cli/plain_rich.py",
    "app/cli/terminal.py",  # reports, which also have to be measured
    "app/cli/versions.py",  # a file as it is, unless to a terminal
    "jaxdojo/notebook.py",  # what the grader's process wrote
}


def is_harmless(text: str) -> bool:
    return all(letter == "\n" or letter.isprintable() for letter in text)


def make_table() -> Table:
    table = Table(HOSTILE)
    table.add_row(HOSTILE)
    return table


@pytest.mark.parametrize("write", [say, warn, say_json])
def test_a_line_is_harmless(write: Callable[[str], None], capsys: pytest.CaptureFixture[str]) -> None:
    write(HOSTILE)
    shown = "".join(capsys.readouterr())
    assert is_harmless(shown)
    assert shown.rstrip().endswith("end")


def test_json_stays_json(capsys: pytest.CaptureFixture[str]) -> None:
    say_json(json.dumps({"told": HOSTILE}, ensure_ascii=False, indent=1))
    shown = capsys.readouterr().out
    assert is_harmless(shown)
    assert json.loads(shown) == {"told": HOSTILE}


@pytest.mark.parametrize(
    "shown",
    [HOSTILE, Text(HOSTILE), make_table(), Markdown(f"# {HOSTILE}\n\n`{HOSTILE}`"), Syntax(f"'{HOSTILE}'", "python")],
    ids=["str", "text", "table", "markdown", "syntax"],
)
def test_a_console_is_harmless(
    shown: RenderableType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    make_console().print(shown)
    text = capsys.readouterr().out
    assert is_harmless(text)
    assert ":bomb:end" in "".join(letter for letter in text if letter in string.ascii_letters + ":")


def test_the_console_without_rich_is_harmless() -> None:
    file = io.StringIO()
    plain_rich.Console(file=file, width=300).print(plain_rich.StyledText(HOSTILE, "bold"))
    assert is_harmless(file.getvalue())


def test_progress_is_harmless(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    show_progress(HOSTILE, "step", 1, 2)
    shown = capsys.readouterr().err
    assert is_harmless(shown.removeprefix("\r\x1b[K"))


def test_a_step_without_a_total_gets_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for is_terminal, start in ((True, "\r\x1b[K"), (False, "")):
        monkeypatch.setattr("sys.stderr.isatty", lambda is_terminal=is_terminal: is_terminal)
        show_progress("shift", "waiting", 0, 0)
        assert capsys.readouterr().err == f"{start}publishing shift: waiting\n"


@pytest.fixture
def console_logs(capsys: pytest.CaptureFixture[str]) -> Iterator[pytest.CaptureFixture[str]]:
    """Set up logs for people, and restore what was set up before."""
    kept, handlers = structlog.get_config(), logging.getLogger().handlers
    levels = {name: logging.getLogger(name).level for name in ("", "uvicorn", "alembic", "httpx")}
    set_up_logs(Settings(log_format="console", _env_file=None))
    yield capsys
    structlog.configure(**kept)
    logging.getLogger().handlers = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_logs_are_harmless(console_logs: pytest.CaptureFixture[str]) -> None:
    structlog.get_logger("test").warning(HOSTILE, path="/\x1b]0;title\x07")
    logging.getLogger("library").warning("told %s", HOSTILE)
    try:
        raise ValueError(HOSTILE)
    except ValueError:
        structlog.get_logger("test").exception("failed")
    shown = console_logs.readouterr().err
    assert is_harmless(shown)
    assert shown.count("end") >= 3
    assert r"path=/\x1b]0;title\x07" in shown


@pytest.mark.parametrize(
    ("level", "least"), [("debug", "WARNING"), ("info", "WARNING"), ("warning", "WARNING"), ("error", "ERROR")]
)
def test_libraries_log_warnings_unless_only_errors_are_wanted(
    console_logs: pytest.CaptureFixture[str], level: Literal["debug", "info", "warning", "error"], least: str
) -> None:
    set_up_logs(Settings(log_level=level, _env_file=None))
    for name in ("uvicorn.error", "alembic", "httpx"):
        assert logging.getLevelName(logging.getLogger(name).getEffectiveLevel()) == least
        for said in ("INFO", "WARNING", "ERROR"):
            logging.getLogger(name).log(logging.getLevelNamesMapping()[said], said)
    assert ("WARNING" in console_logs.readouterr().err) is (least == "WARNING")


def test_nothing_else_writes_to_a_terminal() -> None:
    paths = [path for part in ("app", "jaxdojo") for path in (ROOT / part).rglob("*.py")]
    writing = {str(path.relative_to(ROOT)) for path in paths if WRITING.search(path.read_text("utf-8"))}
    assert writing <= MAY_WRITE, writing - MAY_WRITE
