"""The HTTP interface from sign-up to verdict, and the format of all error responses."""

from __future__ import annotations

import asyncio
import json
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
import structlog

from app.domains.limits.throttle import PER_NAME
from app.http.middleware import MAX_BODY
from grader.protocol import MAX_SOURCE
from grader.report import Verdict
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, Person, StandInGrader, make_person, publish

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpx
    from fastapi import FastAPI

    from app.kit.settings import Settings

JSON = dict[str, Any]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"lost_after_s": 60.0})  # A busy machine's runner may be silent for seconds.


def read_events(text: str) -> list[tuple[str, str | None, Any]]:
    """Return the kind, id and data of each event in a stream."""
    events = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if line and not line.startswith(":"))
        if fields:
            events.append((fields["event"], fields.get("id"), json.loads(fields["data"])))
    return events


def check_problem(answer: httpx.Response, status: int, code: str) -> JSON:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body: JSON = answer.json()
    assert set(body) == {"type", "title", "status", "detail", "code", "instance", "request_id", "errors"}
    assert (body["status"], body["code"]) == (status, code)
    assert body["type"] == f"urn:jaxdojo:error:{code}"
    assert body["detail"]
    assert body["request_id"] == answer.headers["x-request-id"]
    return body


@EACH_DATABASE
async def test_from_sign_up_to_verdict(ada: Person, grader: StandInGrader) -> None:
    made = await ada.submit("def double(x):\n    return 2 * x\n")
    assert made["status"] == "queued"
    stream = await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    assert stream.headers["content-type"].startswith("text/event-stream")
    events = read_events(stream.text)
    assert [kind for kind, _, _ in events] == ["queued", "started", "case", "case", "verdict"]
    assert events[0][2] == {"position": 1}
    seen = (await ada.http.get(f"/api/v1/submissions/{made['id']}")).json()
    assert (seen["status"], seen["verdict"], seen["problem"], seen["version"]) == ("done", "accepted", "double", 1)
    assert seen["report"] == events[-1][2]
    assert seen["source"].encode() == grader.sources[0]
    listed = (await ada.http.get("/api/v1/problems")).json()
    assert [(problem["slug"], problem["solved"]) for problem in listed["problems"]] == [("double", True)]


@EACH_DATABASE
async def test_a_stream_is_taken_up_where_it_broke(ada: Person) -> None:
    made = await ada.submit()
    path = f"/api/v1/submissions/{made['id']}/events"
    whole = read_events((await ada.http.get(path)).text)
    for index, (_, event_id, _) in enumerate(whole):
        assert event_id is not None
        answer = await ada.http.get(path, headers={"Last-Event-ID": event_id})
        assert read_events(answer.text) == whole[index + 1 :]
        # Nothing follows the last event, and 204 tells a browser so.
        assert answer.status_code == (204 if index == len(whole) - 1 else 200)
    for wrong in ("x", "-1", "9" * 40, "²"):
        headers = {"Last-Event-ID": wrong.encode()}
        answer = await ada.http.get(path, headers=headers)  # type: ignore[arg-type]
        assert answer.status_code in {200, 204}


async def test_what_each_person_sees_of_a_problem(ada: Person, nobody: Person, grader: StandInGrader) -> None:
    plain = (await nobody.http.get("/api/v1/problems/double")).json()
    assert (plain["hints"], plain["solution"], plain["solved"]) == (None, None, None)
    assert plain["samples"][0]["inputs"] == "x=1.0"
    assert plain["samples"][0]["expected"] == "2.0"
    assert plain["starter"].startswith("def double")
    assert plain["bodies"].startswith("def halve")
    assert "<h2>bodies.py</h2>" in (await nobody.http.get("/problems/double")).text

    async def follow(mode: str) -> JSON:
        made = await ada.submit(mode=mode)
        await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
        seen: JSON = (await ada.http.get("/api/v1/problems/double")).json()
        return seen

    seen = (await ada.http.get("/api/v1/problems/double")).json()
    assert (seen["hints"], seen["hint_count"], seen["solution"], seen["solved"]) == ([], 1, None, False)
    assert (await follow("run"))["solution"] is None, "a run never counts"
    grader.verdicts = [Verdict.WRONG_ANSWER]
    assert (await follow("submit"))["solution"] is None
    grader.verdicts = [Verdict.ACCEPTED]
    assert "return x + x" in (await follow("submit"))["solution"]
    for answer in (plain, seen):
        assert "SECRET-CASE" not in json.dumps(answer)


@EACH_DATABASE
async def test_a_solved_problem_stays_solved_in_its_next_version(ada: Person, application: FastAPI) -> None:
    made = await ada.submit()
    await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    services = application.state.services
    assert await publish(services, lesson="Twice as good.") == 2
    assert await publish(services, lesson="Twice as good.") == 2, "the same content is the same version"
    seen = (await ada.http.get("/api/v1/problems/double")).json()
    assert (seen["version"], seen["solved"], seen["lesson"]) == (2, True, "Twice as good.")
    assert (await ada.http.get(f"/api/v1/submissions/{made['id']}")).json()["version"] == 1


@EACH_DATABASE
async def test_submissions_are_their_owners(ada: Person, application: FastAPI) -> None:
    made = await ada.submit()
    eve = make_person(application)
    async with eve.http:
        path = f"/api/v1/submissions/{made['id']}"
        for address in (path, f"{path}/events"):
            check_problem(await eve.http.get(address), 401, "not_signed_in")
        await eve.sign_up("eve")
        for address in (path, f"{path}/events", "/api/v1/submissions/nothing"):
            check_problem(await eve.http.get(address), 404, "submission_not_found")


async def test_an_account_is_needed_to_submit(nobody: Person) -> None:
    body = {"source": "x = 1", "mode": "run"}
    answer = await nobody.http.post("/api/v1/problems/double/submissions", json=body)
    check_problem(answer, 401, "not_signed_in")
    assert answer.headers["www-authenticate"].startswith("Bearer")


@EACH_DATABASE
async def test_too_many_at_once(ada: Person, grader: StandInGrader, settings: Settings) -> None:
    grader.gate.clear()
    for _ in range(settings.max_pending):
        await ada.submit()
    body = {"source": "x = 1", "mode": "run"}
    answer = await ada.http.post("/api/v1/problems/double/submissions", json=body)
    check_problem(answer, 429, "too_many_pending")
    assert int(answer.headers["retry-after"]) > 0
    grader.gate.set()


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (b"", "body"),
        (b"{", "body"),
        (b"[]", "body"),
        (b'{"source": "x = 1"}', "body.mode"),
        (b'{"source": 1, "mode": "run"}', "body.source"),
        (b'{"source": "x", "mode": "cheat"}', "body.mode"),
        (b'{"source": "x", "mode": "run", "verdict": "accepted"}', "body.verdict"),
        (b'{"source": "a\\u0000b", "mode": "run"}', "body.source"),
        (b'{"source": "\\ud800", "mode": "run"}', "body.source"),
    ],
)
async def test_bodies_that_are_wrong(ada: Person, body: bytes, field: str) -> None:
    answer = await ada.http.post(
        "/api/v1/problems/double/submissions", content=body, headers={"content-type": "application/json"}
    )
    details = check_problem(answer, 422, "invalid_input")
    assert any(error["field"].startswith(field) for error in details["errors"])
    assert "secret" not in answer.text


async def test_a_body_that_is_no_text(ada: Person) -> None:
    answer = await ada.http.post(
        "/api/v1/problems/double/submissions",
        content=b'{"source": "\xff", "mode": "run"}',
        headers={"content-type": "application/json"},
    )
    assert 400 <= answer.status_code < 500
    assert answer.headers["content-type"] == "application/problem+json"


async def test_bodies_that_are_too_large(ada: Person) -> None:
    path = "/api/v1/problems/double/submissions"
    answer = await ada.http.post(path, json={"source": "#" * MAX_BODY, "mode": "run"})
    check_problem(answer, 413, "body_too_large")

    async def drip() -> AsyncIterator[bytes]:
        for _ in range(MAX_BODY // 4096 + 1):
            yield b"#" * 4096

    check_problem(await ada.http.post(path, content=drip()), 413, "body_too_large")


@EACH_DATABASE
async def test_the_largest_source_that_is_graded(ada: Person, grader: StandInGrader) -> None:
    made = await ada.submit("#" * MAX_SOURCE)
    await ada.http.get(f"/api/v1/submissions/{made['id']}/events")
    assert len(grader.sources[0]) == MAX_SOURCE
    body = {"source": "#" * (MAX_SOURCE + 1), "mode": "run"}
    answer = await ada.http.post("/api/v1/problems/double/submissions", json=body)
    assert "64 KiB" in check_problem(answer, 422, "invalid_input")["detail"]


@EACH_DATABASE
async def test_what_is_not_there(nobody: Person) -> None:
    answer = await nobody.http.get("/api/v1/problems/doubel")
    assert "`double`" in check_problem(answer, 404, "problem_not_found")["detail"]
    check_problem(await nobody.http.get("/api/v1/nothing"), 404, "not_found")
    check_problem(await nobody.http.put("/api/v1/problems"), 405, "method_not_allowed")


async def test_a_bundle_that_cannot_be_read(nobody: Person, settings: Settings) -> None:
    for path in settings.bundles.glob("*/cases.bin"):
        path.write_bytes(b"x")
    assert (await nobody.http.get("/api/v1/problems")).status_code == 200
    check_problem(await nobody.http.get("/api/v1/problems/double"), 503, "bundle_unreadable")


async def test_pages_get_pages_for_errors(nobody: Person, application: FastAPI) -> None:
    html = {"accept": "text/html"}
    answer = await nobody.http.get("/problems/nothing", headers=html)
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    check_problem(await nobody.http.get("/api/v1/problems/nothing", headers=html), 404, "problem_not_found")


async def test_an_error_page_leads_back_to_the_page_of_the_form(nobody: Person) -> None:
    for sender, back in (("dojo.test/problems/double?a=b", "/problems/double%3Fa%3Db"), ("evil.test/problems", "/")):
        headers = {"accept": "text/html", "referer": f"http://{sender}"}
        answer = await nobody.http.post("/problems/double/hints", headers=headers)
        assert answer.status_code == 401
        assert f'<a class="button main" href="/signin?next={back}">' in answer.text


async def test_what_nobody_foresaw_is_told_without_a_trace(
    nobody: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def explode(_user: object) -> None:
        raise KeyError("secret detail")

    monkeypatch.setattr(application.state.services.problems, "list_problems", explode)
    for headers in ({}, {"accept": "text/html"}):
        answer = await nobody.http.get("/api/v1/problems" if not headers else "/", headers=headers)
        assert answer.status_code == 500
        assert "secret detail" not in answer.text
        assert "Traceback" not in answer.text
    details = check_problem(await nobody.http.get("/api/v1/problems"), 500, "internal")
    assert details["request_id"] in details["detail"]


async def test_foreign_pages_change_nothing(ada: Person, nobody: Person) -> None:
    body = {"source": "x = 1", "mode": "run"}
    path = "/api/v1/problems/double/submissions"
    foreign = {"sec-fetch-site": "cross-site", "origin": "http://evil.test"}
    check_problem(await ada.http.post(path, json=body, headers=foreign), 403, "cross_site")
    check_problem(await ada.http.delete("/api/v1/session", headers=foreign), 403, "cross_site")
    credentials = {"name": "eve", "password": PASSWORD}
    check_problem(await nobody.http.post("/api/v1/session", json=credentials, headers=foreign), 403, "cross_site")
    assert (await ada.http.get("/api/v1/session")).json()["account"]["name"] == "ada"


async def test_a_name_that_is_not_known_is_refused_and_told(nobody: Person) -> None:
    del nobody.http.headers["sec-fetch-site"]
    answer = await nobody.http.post("/api/v1/session", json={}, headers={"origin": "http://dojo.test"})
    details = check_problem(answer, 403, "cross_site")
    assert "dojo.test, a name that it doesn't know" in details["detail"]


@EACH_DATABASE
async def test_health(nobody: Person, application: FastAPI, grader: StandInGrader) -> None:
    assert (await nobody.http.get("/healthz")).json() == {"status": "ok"}
    async with asyncio.timeout(60):
        await application.state.preparation.ready.wait()
        while application.state.preparation.sandbox == "being tried":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    ready = await nobody.http.get("/readyz")
    assert ready.status_code == 200
    body = ready.json()
    assert body.pop("loop_lag_s") >= 0
    assert body == {
        "status": "ready", "database": "ok", "queue": "ok", "waiting": 0, "oldest_s": 0.0, "runner": "ok",
        "runners": "ok", "sandbox": "tier B", "spares": "warm", "problems": 1, "unpublished": 0,
        "publishing": None, "sends": True, "advice": [],
    }  # fmt: skip
    application.state.preparation.sandbox = "unavailable: no jail"
    assert (await nobody.http.get("/readyz")).status_code == 503
    application.state.preparation.sandbox = "tier B"
    await application.state.runner.stop()
    answer = await nobody.http.get("/readyz")
    assert (answer.status_code, answer.json()["runner"]) == (503, "stopped")


async def test_the_interface_is_described(nobody: Person) -> None:
    schema = (await nobody.http.get("/openapi.json")).json()
    answer = await nobody.http.get("/docs")
    page = unescape(answer.text)
    for path in schema["paths"]:
        assert f"<code>{path}</code>" in page
    assert "in the body: string" in page
    assert "in the path: The problem's slug: its name in addresses" in page
    assert "<code>problem_not_found</code>: No such problem." in page
    assert "http://" not in page
    assert "https://" not in page
    assert "script-src 'self';" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/v1/problems", "/problems/double", "/openapi.json", "/nowhere"])
async def test_head_is_get_without_a_body(nobody: Person, path: str) -> None:
    whole, head = [await nobody.http.request(method, path) for method in ("GET", "HEAD")]
    assert (head.status_code, head.content) == (whole.status_code, b"")
    for name in ("content-type", "content-length"):
        assert head.headers.get(name) == whole.headers.get(name)


async def test_head_of_a_stream_has_no_body_either(ada: Person) -> None:
    made = await ada.submit()
    head = await ada.http.head(f"/api/v1/submissions/{made['id']}/events")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-type"].startswith("text/event-stream")


async def test_passwords_are_not_guessed_for_long(nobody: Person, ada: Person) -> None:
    wrong = {"name": "ada", "password": "not the password"}
    for _ in range(PER_NAME):
        check_problem(await nobody.http.post("/api/v1/session", json=wrong), 401, "wrong_credentials")
    answer = await nobody.http.post("/api/v1/session", json=wrong)
    check_problem(answer, 429, "too_many_sign_ins")
    assert 0 < int(answer.headers["retry-after"]) <= 300
    assert (await ada.http.get("/api/v1/session")).json()["account"]["name"] == "ada", "who is in stays in"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", None])
async def test_a_body_that_is_not_sent_as_json(ada: Person, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    answer = await ada.http.post(
        "/api/v1/problems/double/submissions", content=b'{"source": "x", "mode": "run"}', headers=headers
    )
    assert "application/json" in check_problem(answer, 415, "not_json")["detail"]


@pytest.mark.parametrize("body", [b'{"source": "\xff", "mode": "run"}', b"[" * 100_000])
async def test_a_body_that_cannot_be_read(ada: Person, body: bytes) -> None:
    answer = await ada.http.post(
        "/api/v1/problems/double/submissions", content=body, headers={"Content-Type": "application/json"}
    )
    details = check_problem(answer, 422, "invalid_input")
    assert details["errors"][0]["field"] == "body"
    assert "UTF-8" in details["detail"]


async def test_where_json_breaks_off_is_told(ada: Person) -> None:
    answer = await ada.http.post(
        "/api/v1/problems/double/submissions", content=b'{"source":', headers={"Content-Type": "application/json"}
    )
    assert check_problem(answer, 422, "invalid_input")["detail"] == "body.10: JSON decode error: Expecting value"


@pytest.mark.parametrize(
    ("path", "methods"),
    [
        ("/api/v1/webhooks", "GET, HEAD, OPTIONS, POST"),
        ("/api/v1/problems/double/submissions", "GET, HEAD, OPTIONS, POST"),
        ("/api/v1/device", "OPTIONS, POST"),
    ],
)
async def test_an_address_names_all_its_methods(ada: Person, path: str, methods: str) -> None:
    refused = await ada.http.patch(path)
    assert methods in check_problem(refused, 405, "method_not_allowed")["detail"]
    asked = await ada.http.options(path)
    assert (asked.status_code, asked.content) == (204, b"")
    assert refused.headers["allow"] == asked.headers["allow"] == methods


async def test_addresses_that_are_not_there(ada: Person) -> None:
    assert "slash" in check_problem(await ada.http.get("/api/v1/problems/"), 404, "not_found")["detail"]
    assert "/openapi.json" in check_problem(await ada.http.get("/api/v1/problem"), 404, "not_found")["detail"]


async def test_a_head_that_is_too_large_is_refused_like_anything_else(ada: Person) -> None:
    with structlog.testing.capture_logs() as lines:
        answer = await ada.http.get("/api/v1/problems", headers={"cookie": "a=b; " * 100_000})
    check_problem(answer, 431, "head_too_large")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [line["status"] for line in lines if line["event"] == "request"] == [431]
