"""Commands without a server: what `watch` survives, tables that can be read by programs, and where logs go."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from app.db.statuses import Role
from app.domains.fleet.schemas import Registration
from app.domains.regrading.schemas import Selection
from app.kit.errors import BrokenProblemError
from app.kit.settings import prepare_data_directory
from app.services import make_services
from grader.report import Mode
from tests.integration.app.conftest import PASSWORD, StandInGrader, publish
from tests.integration.app.running import make_command
from tests.integration.app.test_regrading import work

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.kit.settings import Settings
    from app.services import Services

    Run = Callable[..., tuple[int, str, str]]

ROOT: Final = Path(__file__).resolve().parents[3]
RUNNER: Final = "jaxdojo-runner-7c9f6d5b48-x2v9q:1:abcdef"


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("JAXDOJO_DATA", str(settings.data))
    monkeypatch.setenv("JAXDOJO_PROBLEMS", str(settings.problems))
    monkeypatch.setenv("COLUMNS", "80")
    return make_command(monkeypatch, capsys)


def prepare(settings: Settings, *steps: Callable[[Services], Awaitable[object]]) -> list[object]:
    """Publish a problem, and return what some steps return."""

    async def make() -> list[object]:
        prepare_data_directory(settings)
        services = make_services(settings)
        try:
            await publish(services)
            return [await step(services) for step in steps]
        finally:
            await services.close()

    return asyncio.run(make())


def register(services: Services) -> Awaitable[None]:
    return services.fleet.register(Registration(RUNNER, "jaxdojo-runner", 1, "cpu", ""))


def test_a_watched_file_is_graded_again_after_a_failure(
    run: Run, settings: Settings, grader: StandInGrader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(settings)
    file = tmp_path / "mine.py"
    file.write_text("x = 1\n")
    stamps = [(1, 1), (2, 1), (3, 1)]

    def read_stamp(_file: Path) -> tuple[int, int]:
        if not stamps:
            raise KeyboardInterrupt
        if len(stamps) == 1:
            file.unlink()  # as an editor moves it away, after the stamp was read
        return stamps.pop(0)

    failures = [BrokenProblemError("problem.yaml is broken")]

    async def bring_up_to_date(services: Services, slug: str, _progress: object) -> object:
        if failures:
            raise failures.pop()
        return await services.catalogue.find_any_version(slug)

    monkeypatch.setattr("app.work.grading.make_grader", lambda *_args, **_options: grader)
    monkeypatch.setattr("app.work.installation.bring_up_to_date", bring_up_to_date)
    monkeypatch.setattr("app.cli.grading.read_stamp", read_stamp)
    monkeypatch.setattr("app.cli.grading.WATCH_S", 0)
    code, out, err = run("watch", "double", str(file))
    assert (code, out.count("Accepted")) == (0, 1)
    assert "problem.yaml is broken" in err
    assert "can't be read" in err


def test_watching_an_unknown_problem_ends(
    run: Run, settings: Settings, grader: StandInGrader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(settings)
    file = tmp_path / "mine.py"
    file.write_text("x = 1\n")
    monkeypatch.setattr("app.work.grading.make_grader", lambda *_args, **_options: grader)
    monkeypatch.setattr("app.cli.grading.WATCH_S", 3600)
    code, _, err = run("watch", "duoble", str(file))
    assert (code, "Did you mean `double`?" in err) == (2, True)


def test_a_problem_that_can_not_be_written_can_be_tried_again(run: Run, settings: Settings) -> None:
    settings.references.touch()
    code, _, err = run("problem", "new", "shift")
    assert (code, "can't be written" in err, "unexpected" in err) == (2, True, False)
    settings.references.unlink()
    assert run("problem", "new", "shift")[0] == 0


def test_what_would_be_ignored_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.zip").touch()
    for words in (
        ("problem", "import", str(tmp_path / "a.zip"), "--slug", "a"),
        ("problem", "import", str(tmp_path / "a.zip"), "--function", "f"),
        ("roster", "change", "C", "S", "--label", "A", "--no-labels"),
    ):
        code, _, err = run(*words)
        assert (code, "--" in err.splitlines()[-1]) == (2, True)


def test_files_to_compare_that_are_not_there_are_told_in_words(run: Run, tmp_path: Path) -> None:
    for given in ("nope.py", str(tmp_path)):
        code, _, err = run("similar", str(tmp_path), "--given", given)
        assert (code, "unexpected" in err) == (2, False)


def test_standard_input_is_not_watched(run: Run) -> None:
    code, _, err = run("watch", "double", "-")
    assert (code, "can't be watched" in err) == (2, True)


def test_ids_and_names_in_lists_stay_whole(run: Run, settings: Settings) -> None:
    async def rejudge(services: Services) -> str:
        account = await services.accounts.add_user("ada", PASSWORD, Role.LEARNER)
        await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
        await work(services, StandInGrader())
        version = await services.catalogue.find_any_version("double")
        begin = partial(services.regrades.rejudge, Selection(), version, reason="It was judged again.", by=None)
        return (await begin()).regrades[0].id

    assert run("regrade", "list")[1] == "There are no regrades.\n"
    assert run("runner", "list")[1] == "There are no runners.\n"
    regrade, _ = prepare(settings, rejudge, register)
    line = run("regrade", "list")[1].splitlines()[-1]
    assert (line.split()[0], line.endswith("It was judged again.")) == (regrade, True)
    assert RUNNER in run("runner", "list")[1].splitlines()[-1].split()


def test_a_command_s_logs_are_no_part_of_its_output_and_have_the_level_that_is_set(
    run: Run, settings: Settings
) -> None:
    prepare(settings, register)
    done = subprocess.run(
        [sys.executable, "-m", "jaxdojo", "runner", "cordon", RUNNER],
        env=os.environ | {"JAXDOJO_LOG_LEVEL": "error"},
        capture_output=True,
        text=True,
        timeout=120,
        cwd=ROOT,
        check=True,
    )
    assert done.stdout == f"{RUNNER} claims nothing until `jaxdojo runner uncordon {RUNNER}`.\n"
    assert done.stderr == ""
