"""Courses as files, on the command line."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from app.kit.settings import prepare_data_directory
from tests.integration.app.running import make_command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.kit.settings import Settings
    from app.services import Services

FILE = """
course: {name: JAX, term: Autumn, time_zone: Europe/Berlin, starts_on: 2026-10-01, ends_on: "2027-02-01"}
labels: [A]
assignments:
  - name: One
    opens_at: 2026-10-01T08:00
    due_at: 2026-10-08T23:59
    katas: [{problem: double, points: 7}]
    overrides: [{label: A, late_days: 2}]
    rubrics: [{problem: double, items: [{points: -2, words: A loop over rows}, {points: 0.5, words: Well named}]}]
"""


@pytest.fixture
def run(
    settings: Settings, services: Services, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs `jaxdojo`, with a published problem `double`."""
    prepare_data_directory(settings)
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("JAXDOJO_RUNNER", "separate")
    monkeypatch.setattr("sys.stdin", io.StringIO("correct horse battery\n"))
    return make_command(monkeypatch, capsys)


def test_a_course_goes_out_and_comes_in(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    file, written = tmp_path / "course.yaml", tmp_path / "course.json"
    file.write_text(FILE, "utf-8")
    assert run("user", "add", "iris", "--role", "instructor", "--password-stdin")[0] == 0
    code, course, _ = run("course", "import", str(file), "--teacher", "iris")
    assert code == 0
    assert f"{course.strip()}  JAX, Autumn" in run("course", "list")[1]
    assert run("course", "export", course.strip(), str(written))[0] == 0
    assert '"points": 7' in written.read_text("utf-8")
    assert '"words": "A loop over rows"' in written.read_text("utf-8")
    assert "double: 0 of 0 solved it" in run("course", "stuck", course.strip())[1]
    assert run("course", "stuck", "made-up")[0] != 0
    again = run("course", "import", str(written), "--teacher", "iris")[1].strip()
    copy = tmp_path / "copy.json"
    assert run("course", "export", again, str(copy))[0] == 0
    assert copy.read_text("utf-8") == written.read_text("utf-8")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (("Europe/Berlin", "Mars"), "time_zone"),
        (("double", "made_up"), "made_up"),
        (("name: One", "nam: One"), "name"),
        (("problem: double, items", "problem: shift, items"), "isn't in its assignment"),
        (("points: -2", "points: -2000"), "rubrics"),
        (("2026-10-08", "2026-09-08"), "before it opens"),
    ],
)
def test_a_wrong_file_makes_nothing(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path, change: tuple[str, str], word: str
) -> None:
    file = tmp_path / "course.yaml"
    file.write_text(FILE.replace(*change), "utf-8")
    run("user", "add", "iris", "--role", "instructor", "--password-stdin")
    code, _, told = run("course", "import", str(file), "--teacher", "iris")
    assert (code, word in told) == (2, True), told
    assert run("course", "list")[1].strip() == "There are no courses."
