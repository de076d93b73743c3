"""Set-up installs what its purpose needs, and says what to ask for if it may not or can't."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from scripts.setup import front_end, installer, system
from scripts.setup.commands import ROOT, SetupError
from scripts.setup.environment import Environment, make_readable
from scripts.setup.purposes import Purpose

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
    """Return a function that imitates a machine without PostgreSQL, with our own apt-get.

    It takes the user's id and what apt-get does, and returns a function that returns apt-get's calls.
    """

    def make(user: int, install: str, update: str = "true") -> Callable[[], list[str]]:
        monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
        monkeypatch.setattr(system, "POSTGRESQL", tmp_path / "postgresql")
        monkeypatch.setattr("os.geteuid", lambda: user)
        apt = tmp_path / "apt-get"
        apt.write_text(APT.format(folder=tmp_path, install=install.format(folder=tmp_path), update=update))
        apt.chmod(0o755)
        asked = tmp_path / "asked"
        return lambda: asked.read_text().splitlines() if asked.exists() else []

    return make


def _provide() -> None:
    system.provide_for_some_tests("PostgreSQL", "postgresql", system.has_postgresql)


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
    assert system.has_postgresql()


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
    monkeypatch.setattr(system, "list_missing", lambda: ["bubblewrap"])
    with pytest.raises(SetupError, match="Could not resolve" if user == 0 else "Ask an administrator to run"):
        system.provide_for_sandbox()


@pytest.mark.parametrize(
    ("purpose", "system_node", "locks"),
    [
        (Purpose.SERVE, True, ["runtime.txt"]),
        (Purpose.SERVE, False, ["runtime.txt", "build.txt"]),
        (Purpose.RELEASE, True, ["runtime.txt", "release.txt", "docs.txt"]),
        (Purpose.DEVELOPMENT, True, ["dev.txt"]),
        (Purpose.TESTS, False, ["dev.txt"]),
    ],
)
def test_each_purpose_has_its_locks(*, purpose: Purpose, system_node: bool, locks: list[str]) -> None:
    assert [lock.name for lock in purpose.list_locks(system_node=system_node)] == locks


ALL = set(Purpose)


@pytest.mark.parametrize(
    ("done", "enough_for"),
    [
        (Purpose.SERVE, {Purpose.SERVE}),
        (Purpose.RELEASE, {Purpose.SERVE, Purpose.RELEASE}),
        (Purpose.DEVELOPMENT, ALL),
        (Purpose.TESTS, ALL),
    ],
)
def test_what_is_set_up_serves_all_purposes_before_it(tmp_path: Path, done: Purpose, enough_for: set[Purpose]) -> None:
    assert not Environment(tmp_path, done, system_node=True).is_ready()
    environment = Environment(tmp_path, done, system_node=True)
    environment._stamp.write_text(environment._value)
    assert {one for one in Purpose if Environment(tmp_path, one, system_node=True).is_ready()} == enough_for


def test_the_sandbox_can_read_what_came_out_of_a_private_cache(tmp_path: Path) -> None:
    package, module, program = tmp_path / "tiny", tmp_path / "tiny" / "code.py", tmp_path / "tiny" / "program"
    package.mkdir()
    module.touch()
    program.touch()
    (package / "gone").symlink_to("nowhere")
    for path, mode in ((module, 0o600), (program, 0o700), (package, 0o700)):
        path.chmod(mode)
    make_readable(tmp_path)
    assert [path.stat().st_mode & 0o777 for path in (module, program, package)] == [0o644, 0o755, 0o755]


@pytest.mark.parametrize(
    ("done", "wanted", "asked"),
    [
        ("serve", "serve", []),
        ("serve", "tests", ["ci --ignore-scripts --no-audit --no-fund"]),
        ("tests", "serve", []),
        (None, "serve", ["ci --omit=dev --ignore-scripts --no-audit --no-fund"]),
    ],
)
def test_npm_packages_for_development_alone_wait_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, done: str | None, wanted: str, asked: list[str]
) -> None:
    web = ROOT / "web"
    (tmp_path / "node_modules").mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(web / name, tmp_path / name)
    npm = tmp_path / "npm"
    npm.write_text(f'#!/bin/sh\necho "$*" >> {tmp_path}/asked\n')
    npm.chmod(0o755)
    monkeypatch.setattr(front_end, "WEB", tmp_path)
    monkeypatch.setattr("scripts.setup.stamps.ROOT", tmp_path)
    node = front_end.Node("/usr/bin/node", [str(npm)])
    if done:
        front_end.provide_packages(node, Purpose(done))
        (tmp_path / "asked").unlink()
    front_end.provide_packages(node, Purpose(wanted))
    found = tmp_path / "asked"
    assert (found.read_text().splitlines() if found.exists() else []) == asked


EXTRA = "extra-index-url"  # Separate from its value, because no tracked file may name an index.
LISTING = f"""\
:env:.default-timeout='180'
global.{EXTRA}='https://one.example/simple\\nhttps://two.example/simple'
global.find-links='/wheels /more'
global.index-url='https://user:word@index.example/simple'
global.timeout='15'
install.index-url='https://mirror.example/simple'
WARNING: the configuration is old
list.format='columns'
"""


def test_uv_is_told_what_pip_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in installer.VARIABLES.values():
        monkeypatch.delenv(name, raising=False)
    told = installer.translate_settings(installer.read_options(LISTING))
    assert told == {
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_SYSTEM_CERTS": "1",
        "UV_DEFAULT_INDEX": "https://mirror.example/simple",
        "UV_INDEX": "https://one.example/simple https://two.example/simple",
        "UV_FIND_LINKS": "/wheels,/more",
        "UV_HTTP_TIMEOUT": "180",
    }
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://own.example/simple")
    told = installer.translate_settings(installer.read_options(LISTING))
    assert "UV_DEFAULT_INDEX" not in told, "what the user has told uv itself stays"
