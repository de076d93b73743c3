"""The audit of dependencies fails on known vulnerabilities, and says so if a service doesn't answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scripts import audit_dependencies
from scripts.audit_dependencies import main, run

if TYPE_CHECKING:
    import pytest

CLEAN = {"name": "absl-py", "version": "2.5.1", "vulns": []}
HOLE = {"name": "jinja2", "version": "3.1.2", "vulns": [{"id": "PYSEC-1", "fix_versions": ["3.1.6"]}]}
UNKNOWN = {"name": "absl-py", "skip_reason": "Dependency not found"}


def answer(monkeypatch: pytest.MonkeyPatch, python: Any, npm: Any) -> None:  # noqa: ANN401 - what JSON says
    def ask(*command: str, folder: object = None) -> object:
        return npm if "audit" in command else python

    monkeypatch.setattr(audit_dependencies, "run", ask)


def test_what_is_known_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    hole = {"vulnerabilities": {"esbuild": {"severity": "high", "range": "<1"}}}
    answer(monkeypatch, {"dependencies": [CLEAN, HOLE]}, {"vulnerabilities": {}})
    assert main() == 1
    assert "jinja2 3.1.2: PYSEC-1, fixed in 3.1.6" in capsys.readouterr().out
    answer(monkeypatch, {"dependencies": [CLEAN]}, hole)
    assert main() == 1
    assert "esbuild: high, in <1" in capsys.readouterr().out


def test_nothing_known_passes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answer(monkeypatch, {"dependencies": [CLEAN]}, {"vulnerabilities": {}})
    assert main() == 0
    assert capsys.readouterr().out.count("no known vulnerability") == 2


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for python in (None, {"dependencies": [UNKNOWN]}):
        answer(monkeypatch, python, {"error": {"code": "ENOTFOUND"}})
        assert main() == 0
        assert capsys.readouterr().out.count("NOT audited") == 2


def test_a_command_that_is_missing_or_prints_no_json_says_nothing() -> None:
    assert run("/nowhere/at/all") is None
    assert run("echo", "not json") is None
    assert run("echo", '{"a": 1}') == {"a": 1}
