"""The commands of jaxdojo-client: those of `jaxdojo`, with the same options; reports that servers send."""

from __future__ import annotations

import argparse
import re
import zipfile
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import typer

from app.cli import remote_actions, student_actions
from app.cli.client import main, make_parser
from app.cli.main import cli
from app.cli.remote_actions import read_report
from app.client.distribution import NEEDS, make_wheel
from app.client.errors import BrokenAnswerError
from app.domains.courses.timeline import Phase
from grader.report import Verdict
from tests.unit.app.test_terminal import _make_report

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[3]


def walk(parser: argparse.ArgumentParser, *words: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield each command with the words that call it."""
    groups = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    for group in groups:
        for word, one in group.choices.items():
            yield from walk(one, *words, word)
    if not groups:
        yield " ".join(words), parser


def list_commands() -> dict[str, argparse.ArgumentParser]:
    return dict(walk(make_parser()))


@pytest.mark.parametrize("words", list_commands())
def test_options_and_arguments_are_those_of_jaxdojo(words: str) -> None:
    whole: Any = typer.main.get_command(cli)
    for word in words.split():
        whole = whole.get_command(typer.Context(whole), word)
    wanted = {option for one in whole.params for option in one.opts if option.startswith("--")}
    wanted |= {one.name for one in whole.params if not one.opts[0].startswith("--")}
    parser = list_commands()[words]
    found = {option for one in parser._actions for option in one.option_strings if option.startswith("--")}
    found |= {one.dest for one in parser._actions if not one.option_strings}
    assert found - {"--help"} == wanted - {"--help"}


OF_STUDENTS = {"course join", "course show", "extension ask", "extension late-days"}
OF_STUDENTS |= {"exam start", "exam clock", "request ask", "thread show"}


def test_each_command_for_a_server_is_there() -> None:
    assert set(list_commands()) == {"login", "logout", "download", "submit", "status", "watch"} | OF_STUDENTS


def test_students_who_have_only_the_client_can_do_what_they_are_told() -> None:
    text = (ROOT / "docs" / "courses.md").read_text(encoding="utf-8")
    block = text.partition("\nStudents have commands, too")[2].split("\n\n")[1]
    told = set(re.findall(r"^    jaxdojo (\w+ [\w-]+)", block, re.MULTILINE))
    assert told
    assert told <= OF_STUDENTS


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("course join CODE", "POST courses join"),
        ("course show c", "GET courses c own"),
        ("extension ask c a 2026-12-20T23:59 ill", "POST courses c assignments a extensions"),
        ("extension late-days c a 1", "PUT courses c assignments a late-days"),
        ("exam start c a --access-code x", "POST courses c assignments a start"),
        ("exam clock c a", "GET courses c assignments a clock"),
        ("request ask c s why", "POST courses c submissions s requests"),
        ("thread show c s", "GET courses c submissions s thread"),
    ],
)
def test_each_command_of_students_asks_the_server(words: str, asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    requests = []

    def ask(server: str | None, method: str, *parts: str, **_options: object) -> dict[str, Any]:
        requests.append((server, " ".join((method, *parts))))
        course = {"points": 0, "full": 0, "late_days_left": 0, "assignments": [], "extensions": []}
        thread: dict[str, Any] = {
            "learner": "ada",
            "problem": "double",
            "verdict": None,
            "source": "",
            "messages": [],
            "requests": [],
        }
        return {"id": "c", "phase": "on_time", "seconds_left": 61} | course | thread

    monkeypatch.setattr(student_actions, "ask", ask)
    with pytest.raises(SystemExit) as ended:
        main([*words.split(), "--server", "https://dojo.test"])
    assert not ended.value.code
    assert requests == [("https://dojo.test", asked)]


def test_phases_are_those_of_the_server() -> None:
    assert {student_actions.READY, student_actions.ON_TIME} == {Phase.READY.value, Phase.ON_TIME.value}


def test_what_goes_wrong_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for words, code, told in (
        (["status"], 2, "No server is known yet"),
        (["watch", "a", "b.py"], 2, "--remote"),
        (["login", "nowhere"], 2, "isn't a server's address"),
        (["submit", "a", str(tmp_path / "none.py")], 2, "can't be read"),
    ):
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == code
        assert told in capsys.readouterr().err


def test_a_report_is_read_as_the_server_sent_it() -> None:
    sent = _make_report(Verdict.WRONG_ANSWER).model_dump(mode="json")
    report = read_report(sent)
    assert report.verdict is Verdict.WRONG_ANSWER
    assert report.cases[0].verdict is Verdict.WRONG_ANSWER
    assert remote_actions.find_exit_code(report) == 1
    held = read_report(sent | {"verdict": "accepted", "held_until": "2027-01-01T00:00:00Z"})
    assert remote_actions.find_exit_code(held) == 3
    assert "\x1b" not in read_report(sent | {"problem": "a\x1b[2Jb"}).problem


@pytest.mark.parametrize(
    "change",
    [{"verdict": "splendid"}, {"verdict": None}, {"problem": 3}, {"cases": 3}, {"cases": [3]}, {"timing": None}],
)
def test_what_is_no_report_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(BrokenAnswerError, match="isn't one that jaxdojo"):
        read_report(_make_report().model_dump(mode="json") | change)


def test_the_wheel_is_the_same_each_time_and_needs_what_the_project_pins() -> None:
    name, content = make_wheel("1.2.3")
    make_wheel.cache_clear()
    assert make_wheel("1.2.3") == (name, content)
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert [need for need in NEEDS if f'"{need}"' not in project] == []
    with zipfile.ZipFile(BytesIO(content)) as wheel:
        tops = {entry.partition("/")[0] for entry in wheel.namelist()}
    assert tops == {"jaxdojo_client", "jaxdojo_client-1.2.3.dist-info"}
