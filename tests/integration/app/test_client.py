"""The commands that need a server: a real one on loopback, whose grader the test controls."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import ssl
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from app.client import api as client_api
from app.client.config import Servers, check_url, find_path, is_open_to_all
from app.client.errors import ConfigError, RefusedError, UnreachableError
from app.domains.tokens import devices
from grader.report import Mode, Verdict
from tests.integration.app.running import make_command
from tests.integration.app.site import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.integration.app.conftest import StandInGrader
    from tests.integration.app.site import Site

    Run = Callable[..., tuple[int, str, str]]

README = (Path(__file__).resolve().parents[3] / "README.md").read_text("utf-8")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return a function that runs `jaxdojo` with some arguments and returns the exit code, stdout and stderr."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(client_api, "PAUSE_S", 0.01)
    monkeypatch.setattr(devices, "INTERVAL_S", 0)

    return make_command(monkeypatch, capsys)


@pytest.fixture
def solution(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text("def double(x): return 2 * x\n")
    return str(path)


def _make_token(site: Site) -> str:
    services = site.application.state.services
    return str(site.do(services.tokens.make(site.do(services.accounts.find("ada")))))


@pytest.fixture
def signed_in(site: Site, run: Run) -> Site:
    code, out, err = run("login", site.url, "--token", _make_token(site))
    assert (code, err) == (0, "")
    assert f"Signed in to {site.url} as ada." in out
    return site


def _log_in(site: Site, run: Run, *words: str) -> tuple[int, str, str]:
    """Run `login` with some arguments while `ada` confirms its code."""
    services = site.application.state.services

    async def allow() -> None:
        ada = await services.accounts.find("ada")
        while True:
            codes = await services.database.read(_list_codes)
            if codes:
                await services.devices.decide(ada, codes[0], allow=True)
                return
            await asyncio.sleep(0.02)

    with ThreadPoolExecutor(1) as threads:
        allowing = threads.submit(site.do, allow())
        done = run("login", *words)
        allowing.result(PATIENCE_S)
    return done


def test_the_commands_of_the_readme(site: Site, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    [commands] = re.findall(r"then download and submit:\n\n((?: {4}jaxdojo .*\n)+)", README)
    [login, *lines] = [line.split()[1:] for line in commands.splitlines()]
    assert login[0] == "login"
    assert _log_in(site, run, *(word.replace("http://127.0.0.1:8000", site.url) for word in login[1:]))[0] == 0
    assert [words[0] for words in lines] == ["download", "submit"]
    for words in lines:
        code, _, error = run(*(word.replace("jit_forward", "double") for word in words))
        assert code == 0, error


def test_signing_in_by_a_code_and_out_again(site: Site, run: Run) -> None:
    services = site.application.state.services
    code, out, _ = _log_in(site, run, f"{site.url}/")
    assert code == 0
    assert f"Open {site.url}/device?code=" in out
    assert f"Signed in to {site.url} as ada." in out
    path = find_path()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    [token] = json.loads(path.read_text())["servers"].values()
    assert token not in out
    code, out, err = run("logout")
    assert (code, err) == (0, "")
    assert "Signed out" in out
    assert site.do(services.tokens.find(token)) is None, "the token is revoked there, too"
    code, _, err = run("status")
    assert code == 2
    assert "jaxdojo login URL" in err


def _list_codes(session: object) -> list[str]:
    from sqlalchemy import select  # noqa: PLC0415 - for this helper alone

    from app.db.models import DeviceGrant  # noqa: PLC0415 - likewise

    return list(session.scalars(select(DeviceGrant.user_code)))  # type: ignore[attr-defined]  # a session


@pytest.mark.parametrize(
    ("verdict", "code"), [(Verdict.ACCEPTED, 0), (Verdict.WRONG_ANSWER, 1), (Verdict.TAMPERING, 1)]
)
def test_submit_tells_what_grade_tells(
    signed_in: Site, run: Run, grader: StandInGrader, solution: str, verdict: Verdict, code: int
) -> None:
    grader.verdicts = [verdict]
    got, out, err = run("submit", "double", solution)
    assert got == code
    assert verdict.heading in out
    assert f"case 2 of 2: s1 {verdict}" in err
    assert f"sent: {signed_in.url}/submissions/01" in err
    assert grader.sources[-1] == b"def double(x): return 2 * x\n"
    got, out, err = run("submit", "double", solution, "--run", "--json", "--server", signed_in.url)
    report = json.loads(out)
    assert (got, report["verdict"], report["mode"], err) == (code, verdict, "run", "")


@pytest.mark.parametrize("letter", ["\u2028", "\u2029", "\x85", "\r", "\x1c"])
def test_letters_that_some_take_for_ends_of_lines_end_no_event(
    signed_in: Site, run: Run, grader: StandInGrader, solution: str, letter: str
) -> None:
    grader.message = f"a{letter}b"
    code, out, err = run("submit", "double", solution)
    assert (code, f"a{letter.encode('unicode_escape').decode()}b" in out) == (0, True), err


def test_status(
    signed_in: Site, run: Run, solution: str, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Nothing has been sent yet." in run("status")[1]
    run("submit", "double", solution)
    code, out, _ = run("status")
    assert code == 0
    assert "double" in out
    assert "accepted" in out
    [one] = json.loads(run("status", "--json")[1])["submissions"]
    monkeypatch.setenv("COLUMNS", "30")
    assert one["id"] in run("status")[1], "an id is never cut short"
    assert "Accepted" in run("status", one["id"])[1]
    assert json.loads(run("status", one["id"], "--json")[1])["source"].startswith("def double")
    assert "Accepted" in run("status", f"{signed_in.url}/submissions/{one['id']}")[1]
    code, _, _ = run("status", "nothing/like/it")
    assert code == 2
    grader.gate.clear()
    services = signed_in.application.state.services
    ada = signed_in.do(services.accounts.find("ada"))
    made = signed_in.do(services.submissions.create(ada, "double", "x", Mode.RUN))
    assert "double, version 1: " in run("status", str(getattr(made, "id", "")))[1]
    grader.gate.set()


def test_download(signed_in: Site, run: Run, tmp_path: Path) -> None:
    code, out, _ = run("download")
    assert code == 0
    assert [line.split() for line in out.splitlines()][1] == ["double", "Double", "it", "Basics", "new"]
    assert run("download", "double", "--folder", str(tmp_path))[0] == 0
    detail = httpx.get(f"{signed_in.url}/api/v1/problems/double").json()
    assert (tmp_path / "double.py").read_text() == detail["starter"]
    text = (tmp_path / "double.md").read_text()
    assert text.startswith("# Double it\n")
    assert detail["statement"] in text
    (tmp_path / "double.py").write_text("mine")
    code, _, err = run("download", "double", "--folder", str(tmp_path))
    assert (code, (tmp_path / "double.py").read_text()) == (2, "mine")
    assert "--force" in err
    assert run("download", "double", "--folder", str(tmp_path), "--force")[0] == 0
    assert (tmp_path / "double.py").read_text() == detail["starter"]
    code, _, err = run("download", "doubel")
    assert code == 2
    assert "Did you mean `double`?" in err


def test_when_the_platform_gives_up(signed_in: Site, run: Run, solution: str, grader: StandInGrader) -> None:
    service = signed_in.application.state.services.ledger
    service._settings = service._settings.model_copy(update={"max_attempts": 1})
    grader.verdicts = [RuntimeError("out of luck")]
    code, out, err = run("submit", "double", solution)
    assert (code, out) == (3, "")
    assert "failed on our side" in err


def test_refusals_are_told_in_words(signed_in: Site, run: Run, solution: str, tmp_path: Path) -> None:
    code, _, err = run("submit", "doubel", solution)
    assert code == 2
    assert "Did you mean `double`?" in err
    code, _, err = run("submit", "../../session", solution)
    assert code == 3
    assert "it has no /api/v1/problems/../../session/submissions" in err, "a slug leads nowhere else"
    binary = tmp_path / "binary.py"
    binary.write_bytes(b"\xff\xfe")
    code, _, err = run("submit", "double", str(binary))
    assert code == 2
    assert "UTF-8" in err
    code, _, err = run("login", signed_in.url, "--token", "wrong")
    assert code == 2
    assert f"{signed_in.url} refuses the token" in err
    code, _, err = run("submit", "double", solution, "--server", "https://elsewhere.test")
    assert code == 2
    assert f"`jaxdojo login https://elsewhere.test` gets one. You are signed in to {signed_in.url}." in err


def test_a_server_that_is_not_there(run: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    code, _, err = run("login", f"http://127.0.0.1:{port}", "--token", "x")
    assert code == 3
    assert "can't be reached" in err
    code, _, err = run("login", "ftp://dojo.test")
    assert code == 2


def test_something_else_answers(site: Site, run: Run) -> None:
    code, _, err = run("login", f"{site.url}/docs", "--token", "x")
    assert code == 3
    assert f"{site.url}/docs doesn't answer as JAX Dojo does: it has no /docs/api/v1/session." in err


def test_tls_that_is_none_is_told_in_words(site: Site, run: Run) -> None:
    code, _, err = run("login", site.url.replace("http:", "https:"), "--token", "x")
    assert code == 3
    assert "it doesn't speak TLS; did you mean http://?." in err


def test_a_certificate_that_nobody_trusts_is_told_in_words() -> None:
    cause = ssl.SSLCertVerificationError("certificate verify failed")
    cause.verify_message = "self-signed certificate"
    error = httpx.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] …")
    error.__cause__ = cause
    assert "isn't trusted (self-signed certificate); SSL_CERT_FILE" in client_api._describe(error)


def test_a_stream_that_breaks_is_taken_up_again(signed_in: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    url, token = Servers().choose(None)
    whole = client_api.Api._stream
    asked: list[str | None] = []

    def break_after_one(self: client_api.Api, path: str, last: str | None) -> Iterator[client_api.ServerEvent]:
        asked.append(last)
        yield next(iter(whole(self, path, last)))
        raise httpx.ReadError("gone")

    with client_api.Api(url, token) as api:
        monkeypatch.setattr(client_api, "PAUSE_S", 0.0)
        made = api.submit("double", "x", "submit")
        steady = list(api.follow(made["id"]))
        monkeypatch.setattr(client_api.Api, "_stream", break_after_one)
        shaky = list(api.follow(made["id"]))
    assert [one.kind for one in steady] == ["queued", "started", "case", "case", "verdict"]
    assert shaky == steady
    assert asked == [None, *(one.id for one in steady[:-1])]


def test_a_stream_that_only_breaks_ends(signed_in: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: client_api.Api, _path: str, _last: str | None) -> Iterator[client_api.ServerEvent]:
        raise RefusedError("unavailable", 503, "not now")

    monkeypatch.setattr(client_api, "PAUSE_S", 0.0)
    monkeypatch.setattr(client_api.Api, "_stream", refuse)
    with client_api.Api(*Servers().choose(None)) as api, pytest.raises(UnreachableError, match="not now"):
        list(api.follow("x"))


def test_a_submission_whose_answer_is_lost_counts_once(signed_in: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = client_api.Api.ask
    lost = [True, True]

    def lose(self: client_api.Api, method: str, path: str, **options: object) -> dict[str, object]:
        answer = whole(self, method, path, **options)
        if lost and method == "POST":
            lost.pop()
            raise UnreachableError(self.url, "lost")
        return answer

    monkeypatch.setattr(client_api, "PAUSE_S", 0.0)
    monkeypatch.setattr(client_api.Api, "ask", lose)
    with client_api.Api(*Servers().choose(None)) as api:
        made = api.submit("double", "x", "submit")
        assert [one["id"] for one in api.ask("GET", "submissions")["submissions"]] == [made["id"]]


def test_watch_remotely(signed_in: Site, run: Run, solution: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("app.cli.remote_actions.time.sleep", stop)
    code, out, _ = run("watch", "double", solution, "--remote", "--cases", "samples")
    assert code == 0
    assert "Accepted" in out


def test_addresses(run: Run) -> None:
    assert check_url(" https://dojo.test/ ") == "https://dojo.test"
    assert is_open_to_all("http://dojo.test")
    assert not is_open_to_all("http://127.0.0.1:8000")
    find_path().parent.mkdir(parents=True)
    find_path().write_text("[]")
    with pytest.raises(ConfigError):
        Servers().choose(None)


def test_a_kata_is_rated(run: Run, signed_in: Site, solution: str) -> None:
    code, _, err = run("rate", "double", "--clarity", "clear", "--difficulty", "2")
    assert (code, "You can rate a kata once you have solved it" in err) == (2, True)
    assert run("submit", "double", solution)[0] == 0
    code, out, _ = run("rate", "double", "--clarity", "clear", "--difficulty", "2")
    assert (code, out.splitlines()[0]) == (0, "Yours: clear, difficulty 2 of 5.")
    assert "Fewer than five" in out
    assert run("rate", "double", "--withdraw")[1].startswith("You haven't rated it.")
    for words in (("--clarity", "clear"), ("--clarity", "great", "--difficulty", "2"), ("--difficulty", "6")):
        assert run("rate", "double", *words)[0] == 2
