"""The commands of jaxdojo-client: those of `jaxdojo`, with the same options; reports that servers send."""

from __future__ import annotations

import argparse
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import typer

from app.cli import remote_actions
from app.cli.client import main, make_parser
from app.cli.main import cli
from app.cli.remote_actions import read_report
from app.client.distribution import NEEDS, make_wheel
from app.client.errors import BrokenAnswerError
from grader.report import Verdict
from tests.unit.app.test_terminal import _make_report

ROOT = Path(__file__).resolve().parents[3]


def list_commands() -> dict[str, argparse.ArgumentParser]:
    (made,) = (one for one in make_parser()._actions if isinstance(one, argparse._SubParsersAction))
    return dict(made.choices)


@pytest.mark.parametrize("word", list_commands())
def test_options_and_arguments_are_those_of_jaxdojo(word: str) -> None:
    group: Any = typer.main.get_command(cli)
    whole = group.get_command(typer.Context(group), word)
    wanted = {option for one in whole.params for option in one.opts if option.startswith("--")}
    wanted |= {one.name for one in whole.params if not one.opts[0].startswith("--")}
    parser = list_commands()[word]
    found = {option for one in parser._actions for option in one.option_strings if option.startswith("--")}
    found |= {one.dest for one in parser._actions if not one.option_strings}
    assert found - {"--help"} == wanted - {"--help"}


def test_each_command_for_a_server_is_there() -> None:
    assert set(list_commands()) == {"login", "logout", "download", "submit", "status", "watch"}


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
