"""The process that `jaxdojo grade` leaves running, with real sandboxes."""

from __future__ import annotations

import os
import select
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from app.kit.settings import load_settings
from app.work.background import place
from app.work.background.client import grade_in_background, stop
from grader.publishing.checked import Proof, note_checked
from grader.publishing.publish import proof_digest
from grader.report import Mode, Verdict
from tests.integration.grader.test_publish import RIGHT, write_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.kit.settings import Settings

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(300)]


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    """Yield the settings, which a process started here gets, too; it is stopped after the test."""
    problems, references = write_files(tmp_path)
    (tmp_path / "run").mkdir(mode=0o700)
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "XDG_RUNTIME_DIR": tmp_path / "run",
        "JAXDOJO_DATA": tmp_path / "data",
        "JAXDOJO_PROBLEMS": problems.parent,
        "JAXDOJO_REFERENCES": references.parent,
        "JAXDOJO_BACKGROUND_MINUTES": 1,
    }.items():
        monkeypatch.setenv(name, str(value))
    made = load_settings()
    made.data.mkdir()
    note_proof(made)
    yield made
    stop(made)


def note_proof(settings: Settings) -> None:
    """Record that the problem passed a full check, so that it is published quickly."""
    folders = (settings.problems / "twice", settings.references / "twice")
    note_checked(settings.data, "twice", Proof(proof_digest(*folders), 0.0, None, ()))


def grade(settings: Settings, source: str = RIGHT) -> Verdict:
    return grade_in_background(settings, "twice", source.encode(), mode=Mode.SUBMIT, progress=lambda *_: None).verdict


def find_process(settings: Settings) -> int:
    """Return the id of the listening process, according to the kernel."""
    with socket.socket(socket.AF_UNIX) as peer:
        with place.shorten(place.find_socket(settings)) as short:
            peer.connect(short)
        told = peer.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, place.CREDENTIALS.size)
    process: int = place.CREDENTIALS.unpack(told)[0]
    return process


def await_end(process: int) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            os.waitpid(process, os.WNOHANG)
            os.kill(process, 0)
        except (ProcessLookupError, ChildProcessError):
            return
        time.sleep(0.05)
    pytest.fail(f"process {process} still runs")


def test_one_process_grades_until_it_is_stopped(settings: Settings) -> None:
    with ThreadPoolExecutor(2) as executor:
        assert list(executor.map(lambda _: grade(settings), range(2))) == [Verdict.ACCEPTED] * 2
    first = find_process(settings)
    assert os.getpgid(first) == first, "Ctrl-C in a terminal doesn't reach it"
    assert grade(settings, "def twice(x):\n    return x\n") is not Verdict.ACCEPTED
    assert grade(settings, "raise SystemExit(3)\n") is Verdict.RUNTIME_ERROR
    assert grade(settings) is Verdict.ACCEPTED, "nothing is left of the grades before"
    assert find_process(settings) == first

    os.kill(first, signal.SIGKILL)
    await_end(first)
    assert grade(settings) is Verdict.ACCEPTED
    second = find_process(settings)
    assert second != first

    assert stop(settings) is True
    await_end(second)
    assert stop(settings) is None


def test_it_keeps_nothing_open_that_its_client_has_inherited(settings: Settings) -> None:
    reader, writer = os.pipe()
    os.set_inheritable(writer, True)  # noqa: FBT003 (it takes no name); as a shell passes on a lock or a pipe
    assert grade(settings) is Verdict.ACCEPTED
    os.close(writer)
    assert select.select([reader], [], [], 0)[0], "the process that stays still has the other end"
    assert os.read(reader, 1) == b""
    os.close(reader)


def test_files_that_change_are_published_anew(settings: Settings) -> None:
    assert grade(settings) is Verdict.ACCEPTED
    statement = settings.problems / "twice" / "lesson.md"
    statement.write_text(statement.read_text(encoding="utf-8") + "\nOne more sentence.\n", encoding="utf-8")
    note_proof(settings)
    told: list[str] = []
    source, progress = RIGHT.encode(), lambda slug, *_: told.append(slug)
    report = grade_in_background(settings, "twice", source, mode=Mode.SUBMIT, progress=progress)
    assert (report.verdict, report.version) == (Verdict.ACCEPTED, "2")
    assert "twice" in told
