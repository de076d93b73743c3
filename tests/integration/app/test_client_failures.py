"""What the commands for a server say when the server, the network or the terminal isn't as it should be."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx
import pytest

from app.cli.notebook import kata
from app.client import api as client_api
from app.client.config import Servers
from app.client.errors import RefusedError
from grader.report import Verdict
from tests.integration.app.running import make_command
from tests.integration.app.test_notebook import make_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Run = Callable[..., tuple[int, str, str]]
    Answer = tuple[int, str, bytes]

ROOT: Final = Path(__file__).resolve().parents[3]
JSON: Final = "application/json"
STREAM: Final = "text/event-stream"
CLIENT: Final = ["-c", "from app.cli.client import main; main()"]
WHOLE: Final = ["-m", "jaxdojo"]


class StandIn:
    """A server that answers as told; it notes what it was asked."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.asked: list[str] = []
        self.answers: dict[str, Answer] = {"POST": (202, JSON, b'{"id": "abc"}')}

    def answer(self, method: str, path: str) -> Answer:
        """Return status, type and body: those for the end of the path, or for the method."""
        self.asked.append(f"{method} {path}")
        fitting = [told for end, told in self.answers.items() if path.endswith(end)]
        return (fitting or [self.answers.get(method, (200, JSON, b"{}"))])[0]

    def judge(self, message: str, verdict: Verdict = Verdict.ACCEPTED) -> None:
        """Answer with a report."""
        report = make_report(verdict, message).model_copy(update={"code": "values.mismatch"})
        event = f"event: verdict\ndata: {report.model_dump_json()}\n\n"
        self.answers["/events"] = 200, STREAM, event.encode()


@contextmanager
def open_stand_in() -> Iterator[StandIn]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, kind, body = told.answer(self.command, self.path)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            self.do_GET()

        def do_DELETE(self) -> None:
            self.do_GET()

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        told = StandIn(f"http://127.0.0.1:{server.server_address[1]}")
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield told
        server.shutdown()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(client_api, "PAUSE_S", 0.0)
    return make_command(monkeypatch, capsys)


@pytest.fixture
def server(run: Run) -> Iterator[StandIn]:
    """Yield a server that the user is signed in to."""
    with open_stand_in() as told:
        Servers().remember(told.url, "token")
        yield told


@pytest.fixture
def solution(tmp_path: Path) -> str:
    path = tmp_path / "mine.py"
    path.write_text("def double(x): return 2 * x\n")
    return str(path)


@pytest.mark.parametrize(
    ("status", "body", "code"),
    [
        (503, b'{"detail": "The database is away.", "code": "database_unavailable"}', 3),
        (502, b"<h1>Bad gateway</h1>", 3),
        (404, b'{"detail": "No such problem.", "code": "problem_not_found"}', 2),
        (429, b'{"detail": "Too many.", "code": "too_many_requests"}', 2),
    ],
)
def test_a_server_that_fails_is_told_from_one_that_refuses(
    run: Run, server: StandIn, solution: str, status: int, body: bytes, code: int
) -> None:
    server.answers["POST"] = status, JSON, body
    assert run("submit", "double", solution)[0] == code


@pytest.mark.parametrize("status", [302, 304])
def test_an_event_stream_that_leads_elsewhere_is_told_in_words(
    run: Run, server: StandIn, solution: str, status: int
) -> None:
    server.answers["/events"] = status, STREAM, b""
    code, _, err = run("submit", "double", solution)
    assert code == 3
    assert f"doesn't answer as JAX Dojo does: it said {status}" in err


@pytest.mark.parametrize("status", [200, 403])
def test_json_that_nests_too_deeply_is_told_in_words(run: Run, server: StandIn, status: int) -> None:
    server.answers["GET"] = status, JSON, b"[" * 100_000
    code, _, err = run("status")
    assert (code, "doesn't answer as JAX Dojo does" in err) == (3, True)


def test_watching_an_unknown_problem_ends(
    run: Run, server: StandIn, solution: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def go_on(_seconds: float) -> None:
        pytest.fail("it goes on")

    server.answers["POST"] = 404, JSON, b'{"detail": "No such problem.", "code": "problem_not_found"}'
    monkeypatch.setattr("app.cli.remote_actions.time.sleep", go_on)
    code, _, err = run("watch", "duoble", solution, "--remote")
    assert (code, "No such problem." in err) == (2, True)


def test_a_submission_whose_stream_is_lost_is_named(run: Run, server: StandIn, solution: str) -> None:
    server.answers["/events"] = 200, STREAM, b""
    code, out, err = run("submit", "double", solution, "--json")
    assert (code, out) == (3, "")
    assert f"Grading continues there: `jaxdojo status {server.url}/submissions/abc`" in err


def test_a_gateway_that_stays_closed_is_told_once(run: Run, server: StandIn, solution: str) -> None:
    server.answers["/events"] = 502, "text/html", b"<h1>Bad gateway</h1>"
    err = run("submit", "double", solution)[2]
    assert f"{server.url} can't be reached: it said 502 Bad Gateway. Check" in err


@pytest.mark.parametrize("program", [WHOLE, CLIENT], ids=["jaxdojo", "client"])
@pytest.mark.parametrize("words", [(), ("--json",)], ids=["text", "json"])
def test_letters_that_the_terminal_lacks_are_escaped(
    server: StandIn, solution: str, program: list[str], words: tuple[str, ...]
) -> None:
    server.judge("grüße ≤")
    done = subprocess.run(
        [sys.executable, *program, "submit", "double", solution, *words],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONIOENCODING": "latin-1"},
        timeout=120,
        check=False,
    )
    assert (done.returncode, b"UnicodeEncodeError" in done.stderr) == (0, False)
    out = done.stdout.decode("latin-1")
    assert json.loads(out)["message"] == "grüße ≤" if words else r"grüße \u2264" in out


def test_the_client_is_silent_when_nobody_reads_on(server: StandIn) -> None:
    row = {"id": "x" * 26, "created_at": "2026-01-01", "problem": "a", "mode": "run", "verdict": "accepted"}
    server.answers["GET"] = 200, JSON, json.dumps({"submissions": [row]}).encode()
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, *CLIENT, "status"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, cwd=ROOT, timeout=120, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ALL_PROXY", "socks://127.0.0.1:1"),
        ("ALL_PROXY", "socks5://127.0.0.1:1"),
        ("SSL_CERT_FILE", "/nowhere/at/all"),
    ],
)
def test_proxies_and_certificates_that_can_not_be_used_are_told_in_words(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setattr("httpx._transports.default.create_ssl_context", httpx.create_ssl_context)
    monkeypatch.setenv(name, value)
    code, _, err = run("login", "https://dojo.test", "--token", "x")
    assert (code, name in err, "unexpected" in err) == (3, True, False)


@pytest.mark.parametrize("proxy", ["socks://127.0.0.1:1", "PROXY"])
def test_a_server_on_this_machine_is_reached_without_a_proxy(
    run: Run, server: StandIn, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    with open_stand_in() as other:
        for name in ("HTTP_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, other.url if proxy == "PROXY" else proxy)
        monkeypatch.delenv("NO_PROXY", raising=False)
        assert run("login", server.url, "--token", "x")[0] == 0
        assert (server.asked, other.asked) == (["GET /api/v1/session"], [])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("http://foo..bar", "--token", "x"), 3),
        (("http://xn--a.b", "--token", "x"), 3),
        (("http://127.0.0.1:1", "--token", "abcü"), 2),
        (("http://127.0.0.1:1", "--token", " "), 2),
        (("http://127.0.0.1:1", "--token", "x", "--courses"), 2),
    ],
)
def test_addresses_and_tokens_that_are_none_are_told_in_words(run: Run, words: tuple[str, ...], code: int) -> None:
    got, _, err = run("login", *words)
    assert (got, "unexpected" in err) == (code, False)


def test_a_missing_scope_for_courses_is_explained_to_its_user(run: Run, server: StandIn) -> None:
    answer = httpx.Response(
        403,
        json={"code": "missing_scope", "detail": "It lacks `courses`."},
        headers={"WWW-Authenticate": 'Bearer error="insufficient_scope", scope="courses"'},
    )
    with client_api.Api(server.url) as api, pytest.raises(RefusedError, match=r"--courses` gets one"):
        api._check(answer)


def test_the_token_of_a_code_is_revoked_if_it_can_not_be_stored(
    run: Run, server: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = {"verification_uri_complete": "", "user_code": "", "interval": 0, "device_code": ""}
    server.answers["/device"] = 200, JSON, json.dumps(begun).encode()
    server.answers["/device/token"] = 200, JSON, b'{"token": "abc"}'
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    (tmp_path / "file" / "jaxdojo").mkdir(parents=True)
    (tmp_path / "file" / "jaxdojo" / "servers.json").mkdir()
    code, _, err = run("login", server.url)
    assert (code, "can't be used" in err, server.asked[-1]) == (3, True, "DELETE /api/v1/token")


def test_without_a_home_the_commands_say_so(run: Run, solution: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", fail)
    for words in (("submit", "double", solution), ("login", "http://127.0.0.1:1", "--token", "x")):
        code, _, err = run(*words)
        assert (code, "set HOME" in err) == (2, True)


def test_the_address_of_a_page_names_its_server(run: Run) -> None:
    with open_stand_in() as first, open_stand_in() as second:
        for told in (first, second):
            Servers().remember(told.url, "token")
            told.answers["GET"] = 200, JSON, b'{"problem": "double", "version": 1, "status": "queued"}'
        for rest in ("", "/", "#line-4", "?a=b"):
            assert run("status", f"{first.url}/submissions/abc{rest}")[0] == 0
        assert run("status", "abc")[0] == 0
        assert first.asked == ["GET /api/v1/submissions/abc"] * 4
        assert second.asked == ["GET /api/v1/submissions/abc"]


def test_the_report_of_a_cell_links_to_the_server_that_judged_it(server: StandIn) -> None:
    server.judge("It is off.", Verdict.WRONG_ANSWER)
    text = kata("double", "x = 1").tell()
    assert f"{server.url}/help/codes/values.mismatch" in text
    assert "jaxdojo check" not in text


@pytest.mark.parametrize("name", [".", "..", ""])
def test_names_that_lead_elsewhere_are_refused(run: Run, server: StandIn, name: str) -> None:
    code, _, err = run("exam", "shorten", "C", "A", name)
    assert (code, "isn't an id" in err, server.asked) == (2, True, [])


def test_what_would_be_ignored_is_refused(run: Run, server: StandIn, tmp_path: Path) -> None:
    for words in (
        ("download", "--force"),
        ("download", "--folder", str(tmp_path)),
        ("watch", "double", "-", "--remote"),
    ):
        assert run(*words)[0] == 2
    assert server.asked == []
