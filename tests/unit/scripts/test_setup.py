"""Set-up installs system packages where it may, and says what to ask for where it may not or can't."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from scripts import setup

if TYPE_CHECKING:
    from pathlib import Path

Machine = Callable[..., Callable[[], list[str]]]

APT = """#!/bin/sh
echo "$*" >> "{folder}/asked"
case "$*" in *update*) {update} ;; *) {install} ;; esac
"""
OFFLINE = "echo 'E: Could not resolve a mirror' >&2; exit 100"
INSTALL = "-o DPkg::Lock::Timeout=120 install -y -q --no-install-recommends {}"
UPDATE = "-o DPkg::Lock::Timeout=120 update -q"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Return what makes this a machine without PostgreSQL, with an apt-get of ours.

    It takes the user's id and what apt-get does; what it returns tells what apt-get was asked for.
    """

    def make(user: int, install: str, update: str = "true") -> Callable[[], list[str]]:
        monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
        monkeypatch.setattr(setup, "POSTGRESQL", tmp_path / "postgresql")
        monkeypatch.setattr("os.geteuid", lambda: user)
        apt = tmp_path / "apt-get"
        apt.write_text(APT.format(folder=tmp_path, install=install.format(folder=tmp_path), update=update))
        apt.chmod(0o755)
        asked = tmp_path / "asked"
        return lambda: asked.read_text().splitlines() if asked.exists() else []

    return make


def _provide() -> None:
    setup.provide_for_tests("PostgreSQL", "postgresql", setup.has_postgresql)


GIVE = 'mkdir -p "{folder}/postgresql/15/bin" && touch "{folder}/postgresql/15/bin/initdb"'


def test_root_gets_what_tests_need(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    asked = machine(0, GIVE)
    _provide()
    assert asked() == [INSTALL.format("postgresql")]
    assert capsys.readouterr().out == "setup: installing system packages: postgresql\n"
    _provide()
    assert len(asked()) == 1, "it is there now"


def test_lists_that_are_too_old_are_refreshed(machine: Machine) -> None:
    fail_once = f'test -e "{{folder}}/fresh" && {GIVE} || exit 100'
    asked = machine(0, fail_once, 'touch "$(dirname "$0")/fresh"')
    _provide()
    assert asked() == [INSTALL.format("postgresql"), UPDATE, INSTALL.format("postgresql")]
    assert setup.has_postgresql()


def test_root_without_a_network_is_told_and_goes_on(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine(0, OFFLINE, OFFLINE)
    _provide()
    told = capsys.readouterr().out.splitlines()[-1]
    assert told == (
        "setup: no PostgreSQL here, so the tests with it will be skipped "
        "(Debian: apt-get install postgresql; it failed: E: Could not resolve a mirror)"
    )


def test_others_are_told_what_to_ask_for(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    asked = machine(1000, GIVE)
    _provide()
    assert asked() == []
    told = capsys.readouterr().out
    assert told == (
        "setup: no PostgreSQL here, so the tests with it will be skipped (Debian: apt-get install postgresql)\n"
    )


@pytest.mark.parametrize("user", [0, 1000])
def test_what_the_sandbox_needs_must_be_there(machine: Machine, monkeypatch: pytest.MonkeyPatch, user: int) -> None:
    machine(user, OFFLINE, OFFLINE)
    monkeypatch.setattr(setup, "list_missing", lambda: ["bubblewrap"])
    with pytest.raises(setup.SetupError, match="Could not resolve" if user == 0 else "Ask an administrator to run"):
        setup.provide_system_packages()
