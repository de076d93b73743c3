"""The command line, with a grader that the test controls: exit codes, output, and plain error messages."""

from __future__ import annotations

import asyncio
import io
import json
import shutil
import socket
import sys
from typing import TYPE_CHECKING, NoReturn

import pytest

from app.domains.accounts.schemas import Client
from app.domains.authoring.working import WorkingCopies
from app.domains.submissions.errors import ProblemRetiredError
from app.kit.settings import Settings, prepare_data_directory
from app.kit.version import find_version
from app.services import make_services
from app.work.fingerprint import is_current, write_fingerprint
from grader.errors import SandboxStartError, SandboxUnavailableError
from grader.package.archive import read_archive
from grader.report import Mode, Verdict
from tests.integration.app.conftest import PASSWORD, StandInGrader, publish
from tests.integration.app.running import make_command
from tests.integration.app.test_regrading import work

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.domains.accounts.schemas import Account
    from app.services import Services

    Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `jaxdojo` with some arguments and returns the exit code, stdout and stderr."""
    for name, value in {
        "DATA": settings.data,
        "PROBLEMS": settings.problems,
        "PASSWORD_MEMORY_KIB": 64,
        "PASSWORD_PASSES": 1,
    }.items():
        monkeypatch.setenv(f"JAXDOJO_{name}", str(value))

    return make_command(monkeypatch, capsys)


@pytest.fixture
def solution(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text("def double(x): return 2 * x\n")
    return str(path)


@pytest.fixture
def published(settings: Settings) -> None:
    """Add a problem to the database and the store. It has no folder, as if somebody had deleted it since."""

    async def make() -> None:
        prepare_data_directory(settings)
        services = make_services(settings)
        await publish(services)
        await services.close()

    asyncio.run(make())


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, grader: StandInGrader) -> StandInGrader:
    for module in ("app.work.grading", "app.work.installation"):
        monkeypatch.setattr(f"{module}.make_grader", lambda *_args, **_options: grader)
    return grader


@pytest.mark.parametrize(
    ("verdict", "code"),
    [(Verdict.ACCEPTED, 0), (Verdict.WRONG_ANSWER, 1), (Verdict.TAMPERING, 1), (Verdict.INTERNAL_ERROR, 3)],
)
def test_grade(run: Run, published: None, stand_in: StandInGrader, solution: str, verdict: Verdict, code: int) -> None:
    stand_in.verdicts = [verdict]
    got, out, _ = run("grade", "double", solution)
    assert got == code
    assert verdict.heading in out
    got, out, err = run("grade", "double", solution, "--json")
    report = json.loads(out)
    assert (got, report["verdict"], report["problem"], report["version"]) == (code, verdict, "double", "1")
    assert {"score", "cases", "checks", "timing"} <= set(report)
    assert err == ""


FAILURES = {
    "no sandbox": (SandboxUnavailableError("jail", "no bwrap"), "sandbox_unavailable"),
    "a sandbox that does not start": (SandboxStartError("gone"), "sandbox_start_failed"),
    "ours": (ZeroDivisionError("a slip"), "unexpected"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_grade_that_the_platform_fails_is_told_as_json(
    run: Run, published: None, stand_in: StandInGrader, solution: str, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    error, code = FAILURES[name]

    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    monkeypatch.setattr(stand_in, "grade", fail)
    got, out, _ = run("grade", "double", solution, "--json")
    report = json.loads(out)
    assert (report["verdict"], report["code"], report["problem"]) == ("internal_error", code, "double")
    assert {"version", "score", "cases", "checks", "timing", "message"} <= set(report)
    assert got == 3


def test_a_sandbox_that_can_not_be_ended_takes_no_report_away(
    run: Run, published: None, stand_in: StandInGrader, solution: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise SandboxStartError("it can't be killed")

    monkeypatch.setattr(stand_in, "close", fail)
    got, out, _ = run("grade", "double", solution, "--json")
    assert (got, json.loads(out)["verdict"]) == (0, "accepted")


def test_a_grade_that_can_not_be_asked_for_is_told_as_json(
    run: Run, published: None, stand_in: StandInGrader, solution: str
) -> None:
    got, out, err = run("grade", "doubel", solution, "--json")
    assert (got, json.loads(out)["verdict"]) == (2, None)
    assert "Did you mean" in json.loads(out)["message"]
    assert "Did you mean" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grade", "doubel", "FILE"], "Did you mean `double`?"),
        (["grade", "double", "nowhere.py"], "can't be read"),
        (["grade", "double"], "Missing argument"),
        (["user", "token", "nobody"], "no account `nobody`"),
        (["problem", "show", "doubel"], "Did you mean `double`?"),
        (["problem", "check", "nothing"], "no problem `nothing`"),
        (["problem", "publish"], "--all"),
        (["nonsense"], "No such command"),
    ],
)
def test_used_wrongly(
    run: Run, published: None, stand_in: StandInGrader, solution: str, words: list[str], said: str
) -> None:
    code, out, err = run(*[solution if word == "FILE" else word for word in words])
    assert (code, out) == (2, "")
    assert said in err


def test_accounts(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run("user", "add", "grace", "--role", "instructor", "--password-stdin")[0] == 0
    code, token, _ = run("user", "token", "grace", "--label", "laptop")
    assert code == 0
    assert len(token.strip()) >= 43
    monkeypatch.setattr(sys, "stdin", io.StringIO("short\n"))
    code, _, err = run("user", "add", "eve", "--password-stdin")
    assert code == 2
    assert "10 to 256" in err


def test_problems(run: Run, published: None) -> None:
    assert "double" in run("problem", "list")[1]
    assert "def double" in run("problem", "show", "double")[1]


def test_versions_are_shown_and_compared(run: Run, published: None, settings: Settings) -> None:
    async def publish_again() -> None:
        services = make_services(settings)
        await publish(services, statement="Double it.", checker="x = 1", keywords=["two"])
        await services.close()

    asyncio.run(publish_again())
    code, out, _ = run("problem", "show", "double")
    assert code == 0
    assert "1 sample and 1 hidden case; each submission gets 1; 20 s for each case; checks: values" in out
    assert "version 2" in out
    assert "version 1" in out
    code, out, _ = run("problem", "diff", "double", "1")
    assert (code, out.splitlines()[0]) == (0, "double, version 1 -> 2: 3 differences")
    assert "    -Double `x`.\n    +Double it.\n" in out
    assert "checker.py: 1 lines added, 0 taken out (not shown to learners)" in out
    assert 'keywords: [] -> ["two"]\n' in out
    assert run("problem", "diff", "double", "1", "1")[1] == "double, version 1 -> 1: 0 differences\n"
    code, _, err = run("problem", "diff", "double", "1", "7")
    assert (code, "it has 2, 1" in err) == (2, True)


def test_a_problem_is_retired_and_restored(run: Run, published: None) -> None:
    assert run("problem", "retire", "double")[0] == 0
    assert "Double it" not in run("problem", "list")[1]
    assert "retired on" in run("problem", "show", "double")[1]
    assert run("problem", "restore", "double")[0] == 0
    assert "double" in run("problem", "list")[1]
    code, _, err = run("problem", "retire", "doubel")
    assert (code, "Did you mean `double`?" in err) == (2, True)


def test_a_problem_is_handed_over_as_a_file(run: Run, settings: Settings, tmp_path: Path) -> None:
    assert run("problem", "new", "halve")[0] == 0
    first, again = tmp_path / "halve.zip", tmp_path / "again.zip"
    assert run("problem", "export", "halve", str(first))[0] == 0
    code, _, err = run("problem", "import", str(first))
    assert (code, "the folder exists already" in err) == (2, True)
    shutil.rmtree(settings.problems / "halve")
    shutil.rmtree(settings.references / "halve")
    code, out, _ = run("problem", "import", str(first))
    assert (code, "`jaxdojo problem check halve`" in out) == (0, True)
    assert run("problem", "export", "halve", str(again))[0] == 0
    assert again.read_bytes() == first.read_bytes()
    (tmp_path / "no.zip").write_bytes(b"PK")
    assert run("problem", "import", str(tmp_path / "no.zip"))[0] == 2
    assert run("problem", "import", str(tmp_path / "nothing.zip"))[0] == 2
    assert run("problem", "export", "halve", str(tmp_path / "nowhere" / "x.zip"))[0] == 2


async def test_what_was_submitted_to_a_retired_problem_stays_readable(services: Services, account: Account) -> None:
    made = await services.submissions.create(account, "double", "x = 1", Mode.RUN)
    await services.lifecycle.retire("double", retired=True)
    assert await services.problems.list_problems(account) == []
    assert (await services.problems.get_problem("double", account)).name == "Double it"
    assert [one.id for one in await services.submissions.list_attempts("double", account)] == [made.id]
    assert (await services.problems.get_problem("double", None)).retired
    with pytest.raises(ProblemRetiredError):
        await services.submissions.create(account, "double", "x = 2", Mode.RUN)
    await services.lifecycle.retire("double", retired=False)
    await services.submissions.create(account, "double", "x = 2", Mode.RUN)


def test_a_draft_is_made_of_tests(run: Run, settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "test_half.py"
    path.write_text(
        "def half(x):\n    return x / 2\n\n\nassert half(4) == 2\nassert half(2) == 1\nassert half(1) > 0\n"
    )
    code, out, _ = run("problem", "import", str(path), "--slug", "halves")
    assert (code, "  - test_half.py:7: this is no assertion" in out) == (0, True)
    assert (settings.problems / "halves" / "cases.py").is_file()
    assert run("problem", "import", str(path), "--slug", "other", "--function", "nothing")[0] == 2


def test_a_retired_problem_is_told_where_the_list_is_empty(run: Run, published: None) -> None:
    assert run("problem", "retire", "double")[0] == 0
    _, out, _ = run("problem", "list")
    assert "Retired, and so not listed: double" in out
    assert "Nothing is published yet" not in out


def test_a_problem_of_the_browser_is_exported_and_named_as_such(run: Run, settings: Settings, tmp_path: Path) -> None:
    prepare_data_directory(settings)
    WorkingCopies(settings).create("softly", name="Softly", author="iris")
    code, _, err = run("problem", "check", "softly")
    assert code != 0
    assert "`softly` was written in the browser" in err
    archive = tmp_path / "softly.zip"
    assert run("problem", "export", "softly", str(archive))[0] == 0
    assert read_archive(archive.read_bytes()).slug == "softly"
    assert run("problem", "export", "nothing", str(archive))[0] == 2


def test_the_database_is_upgraded_once(run: Run, settings: Settings) -> None:
    (settings.data / "jaxdojo.sqlite3").unlink()
    assert "was upgraded" in run("db", "upgrade")[1]
    assert "up to date" in run("db", "upgrade")[1]


def test_what_an_operator_gets_wrong(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setattr("app.server.processes.set_up_logs", lambda _settings: None)
        code, _, err = run("serve", "--port", str(taken.getsockname()[1]))
    assert (code, err.count("\n")) == (3, 1)
    assert "JAXDOJO_PORT" in err
    monkeypatch.setenv("JAXDOJO_WORKERS", "none")
    assert run("problem", "list")[0] == 2
    monkeypatch.delenv("JAXDOJO_WORKERS")
    (tmp_path / "file").touch()
    monkeypatch.setenv("JAXDOJO_DATA", str(tmp_path / "file"))
    code, _, err = run("problem", "list")
    assert code == 3
    assert "JAXDOJO_DATA" in err


def test_the_stamp_is_believed_only_while_all_is_as_it_was(
    settings: Settings, published: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    (settings.problems / "p").mkdir(parents=True)
    file = settings.problems / "p" / "problem.yaml"
    file.write_text("a: 1")
    assert not is_current(settings, quick=True)

    def stamp(*, quick: bool) -> None:
        from app.work.fingerprint import compute_fingerprint  # noqa: PLC0415

        write_fingerprint(settings, list(settings.bundles.iterdir()), compute_fingerprint(settings), quick=quick)

    stamp(quick=True)
    assert is_current(settings, quick=True)
    assert not is_current(settings, quick=False)
    stamp(quick=False)
    assert is_current(settings, quick=True)
    assert is_current(settings, quick=False)
    assert not is_current(settings.model_copy(update={"device": "gpu"}), quick=True)
    with monkeypatch.context() as patch:
        patch.setattr("app.work.fingerprint.find_package", lambda _package: "99")
        assert not is_current(settings, quick=True), "with other versions of jax more problems may be supported"
    file.write_text("a: 2")
    assert not is_current(settings, quick=True)
    stamp(quick=True)
    shutil.rmtree(next(settings.bundles.iterdir()))
    assert not is_current(settings, quick=True)
    (settings.data / "published.json").write_text("[]")
    assert not is_current(settings, quick=True)


def test_judging_again_from_the_command_line(run: Run, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run("user", "add", "ada", "--password-stdin")[0] == 0

    async def hand_in() -> str:
        services = make_services(settings)
        await publish(services)
        user = (await services.sessions.sign_in("ada", PASSWORD, Client("here"))).account
        made = await services.submissions.create(user, "double", "x = 1", Mode.SUBMIT)
        await work(services, StandInGrader([Verdict.ACCEPTED]))
        await services.close()
        return made.id

    async def judge_again() -> None:
        services = make_services(settings)
        await work(services, StandInGrader([Verdict.WRONG_ANSWER]))
        await services.close()

    submission = asyncio.run(hand_in())
    assert run("rejudge")[0] == 2
    code, out, _ = run("rejudge", "--problem", "double", "--since", "2020-01-01", "--reason", "A better check.")
    assert (code, "1 submission to double is queued" in out) == (0, True)
    regrade = out.partition(":")[0]
    assert run("regrade", "apply", regrade)[0] == 2, "it isn't ready"
    asyncio.run(judge_again())
    out = run("regrade", "show", regrade)[1]
    assert "accepted -> wrong_answer" in out
    assert f"{submission} ada: accepted -> wrong_answer: As told." in out
    code, out, _ = run("regrade", "show", regrade, "--submission", submission)
    assert (code, out.splitlines()[1:]) == (
        0,
        ["version 1: accepted: As told.", "version 1: wrong_answer: As told.", "x = 1"],
    )
    assert run("regrade", "show", regrade, "--submission", "nothing")[0] == 2
    assert "ready" in run("regrade", "list", "--problem", "double")[1]
    code, out, _ = run("regrade", "apply", regrade)
    assert (code, out) == (0, "double: applied; 1 of 1 submissions differ.\n")
    code, _, err = run("regrade", "drop", regrade)
    assert (code, "already been applied" in err) == (2, True)
    assert run("rejudge", "--submission", "nothing")[0] == 2


def test_roles_are_changed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run("user", "add", "ada", "--password-stdin")[0] == 0
    assert run("user", "role", "ADA", "instructor")[:2] == (0, "ada is instructor from now on.\n")
    assert run("user", "role", "nobody", "admin")[0] == 2
    told = run("audit")[1].splitlines()
    assert [line.split("  ", 1)[1] for line in told] == [
        "command line  -  account_added  ada  role: learner",
        "command line  -  role_changed  ada  before: learner, after: instructor",
    ]
    assert run("audit", "--since", "2100-01-01")[:2] == (0, "")


def test_links_for_people(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
    assert run("user", "add", "ada", "--password-stdin")[0] == 0
    monkeypatch.setenv("JAXDOJO_PUBLIC_URL", "https://dojo.example")
    for words, path in (
        (("user", "admin-link"), "setup?token="),
        (("user", "invite", "--role", "instructor", "--uses", "3", "--days", "2"), "signup?invitation="),
        (("user", "reset-password", "ADA"), "reset?token="),
    ):
        code, out, _ = run(*words)
        assert code == 0
        assert out.startswith(f"https://dojo.example/{path}")
        assert len(out.partition("=")[2].strip()) == 43
    assert "1 to 1000" in run("user", "invite", "--uses", "0")[2]
    assert run("user", "reset-second-factor", "ada")[1] == "ada had no second factor.\n"
    assert run("user", "reset-second-factor", "eve")[0] == 2
    assert run("user", "reset-password", "eve")[0] == 2


def test_version(run: Callable[..., tuple[int, str, str]]) -> None:
    assert run("--version") == (0, f"jaxdojo {find_version()}\n", "")
