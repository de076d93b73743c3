"""Texts that once stopped the service: each gets a response, and the event loop stays free."""

from __future__ import annotations

import asyncio
import encodings
import json
import re
import threading
from typing import TYPE_CHECKING, Final

import pytest
from fastapi.routing import iter_route_contexts
from fastapi.sse import EventSourceResponse

from app.domains.accounts.streams import hold_stream
from app.domains.limits.errors import TooManyStreamsError
from app.domains.limits.streams import StreamLimiter
from app.http.middleware import MAX_TABLE
from app.http.problem_details import MAX_ERRORS
from app.kit.workers.tasks import CPU_S
from app.web.drawing.markdown import render_markdown
from grader.protocol import MAX_SOURCE
from tests.integration.app.conftest import AUTHORING
from tests.integration.app.security.hostile_texts import make_archives
from tests.integration.app.security.loop_watch import LIMIT_S, watch_loop
from tests.integration.app.test_courses import API as COURSES
from tests.integration.app.test_courses import check, make_assignment, make_course

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

    from app.kit.settings import Settings
    from tests.integration.app.conftest import Person

EQUAL: Final = "".join(f"x\ny{number}\n" for number in range(700))
OTHER: Final = "".join(f"x\nz{number}\n" for number in range(700))
"""Two sources that take `difflib` minutes to compare: each match is one line long, and there are 490,000 of them."""
HEAVY: Final = "```\n" * 20_000
"""Markdown that takes more processor time than a text is allowed."""


@pytest.fixture
def free_loop(ada: Person, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail the test if a callback computes for long. Here, the client's own work runs on the same loop.

    A task of a worker gets a tenth of its processor time, rounded up to whole seconds, so that heavy texts end soon.
    """
    monkeypatch.setattr(ada.application.state.services.workers, "_cpu_s", 0.2)
    make_archives()
    with watch_loop(threading.get_ident()) as watch:
        yield
    seconds, callback = watch.take()
    assert seconds < 5 * LIMIT_S, callback


def test_headings_of_one_name_have_different_ids() -> None:
    html = render_markdown("# a-7\n" + "# a\n" * 9 + "# A\n", "p-")
    assert re.findall('id="([^"]*)"', html) == [
        "p-a-7",
        "p-a",
        *(f"p-a-{number}" for number in (1, 2, 3, 4, 5, 6, 8, 9, 10)),
    ]


async def test_a_preview_of_many_headings(
    free_loop: None, iris: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This text is formatted, so it gets the processor time that any text gets."""
    monkeypatch.setattr(application.state.services.workers, "_cpu_s", CPU_S)
    answer = await iris.http.post("/authoring/shift/preview", data={"text": "# a\n" * 8_000})
    assert answer.status_code == 200
    assert 'id="a-7999"' in answer.text


async def test_a_preview_that_is_too_heavy_shows_the_text(free_loop: None, iris: Person) -> None:
    answer = await iris.http.post("/authoring/shift/preview", data={"text": HEAVY})
    assert answer.status_code == 200
    assert "takes too long to format" in answer.text
    assert "```\n```\n" in answer.text


async def test_a_preview_that_would_be_very_large_shows_the_text(free_loop: None, iris: Person) -> None:
    """A few kilobytes of links to one long address become megabytes."""
    text = f"[a]: https://example.org/{'b' * 20_000}\n\n" + "[a] " * 500
    answer = await iris.http.post("/authoring/shift/preview", data={"text": text})
    assert answer.status_code == 200
    assert "takes too long to format" in answer.text
    assert len(answer.text) < 3 * len(text)


async def test_a_published_text_that_is_too_heavy_is_shown_as_it_was_written(
    free_loop: None, application: FastAPI, ada: Person
) -> None:
    from tests.integration.app.conftest import publish  # noqa: PLC0415 - beside its use

    await publish(application.state.services, statement=HEAVY)
    for _ in range(2):
        assert "takes too long to format" in await ada.read("/problems/double")


async def test_sources_that_are_costly_to_compare(free_loop: None, ada: Person) -> None:
    first, second = await ada.solve(EQUAL), await ada.solve(OTHER)
    pages = [ada.read(f"/submissions/{second}?against={first}") for _ in range(8)]
    started = asyncio.gather(*pages)
    assert (await ada.http.get("/api/v1/problems")).status_code == 200
    for page in await started:
        assert "takes too long" in page
        assert "x\ny0\nx\n" in page, "the other source is shown"


async def test_an_editing_conflict_that_is_costly_to_compare(free_loop: None, ada: Person, iris: Person) -> None:
    path = f"{AUTHORING}/shift/files/statement.md"
    await iris.http.put(path, content=EQUAL, headers={"if-match": "*"})
    form = {"file": "statement.md", "content": OTHER, "tag": '"old"'}
    answer = await iris.http.post("/authoring/shift/files", data=form)
    assert answer.status_code == 412
    assert "takes too long" in answer.text
    assert "x\ny0\nx\n" in answer.text


@pytest.mark.parametrize("size", [199_000, MAX_SOURCE + 1])
async def test_sources_over_the_graders_limit_are_refused_on_every_road(
    free_loop: None, ada: Person, size: int
) -> None:
    source = "(" * size
    one = {"source": source, "mode": "submit"}
    for method, path, body in (
        ("POST", "/api/v1/problems/double/submissions", one),
        ("PUT", "/api/v1/problems/double/draft", {"source": source}),
        ("POST", "/api/v1/format", {"source": source}),
    ):
        answer = await ada.http.request(method, path, json=body)
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "body.source"), path
        assert "64 KiB" in answer.json()["detail"]
    answer = await ada.http.post("/api/v1/submissions/batch", json={"items": [{**one, "problem": "double"}]})
    assert [item["status"] for item in answer.json()["results"]] == [422]
    answer = await ada.send("/problems/double/submissions", source=source, mode="run")
    assert answer.status_code in {413, 422}, "a form takes three bytes for a bracket"
    assert (await ada.http.get("/api/v1/problems/double/submissions")).json()["attempts"] == []


async def test_wide_characters_count_as_the_bytes_that_they_are(ada: Person) -> None:
    answer = await ada.http.post("/api/v1/format", json={"source": "#" + "\U0001f9d1" * (MAX_SOURCE // 4)})
    assert answer.status_code == 422
    assert "64 KiB" in answer.json()["detail"]


@pytest.mark.parametrize("last", ["9" * 5_000, "\u0664", "-1", "1e9", "0" * 5_000])
async def test_ids_of_events_that_are_no_ids(ada: Person, last: str) -> None:
    made = await ada.solve()
    headers = {b"last-event-id": last.encode()}
    answer = await ada.http.get(f"/api/v1/submissions/{made}/events", headers=headers)
    assert answer.status_code == (204 if last.startswith("9") else 200)


async def test_brackets_as_large_as_a_source_may_be(free_loop: None, ada: Person) -> None:
    made = await ada.solve("(" * MAX_SOURCE)
    page = await ada.read(f"/submissions/{made}")
    assert page.count("(") >= MAX_SOURCE


@pytest.mark.parametrize("kind", ["zip bomb", "zip of many", "zip of long texts"])
async def test_archives_that_are_costly_to_read(free_loop: None, iris: Person, kind: str) -> None:
    data = make_archives()[kind]
    answer = await iris.http.put(f"{AUTHORING}/shift/archive", content=data, headers={"if-match": "*"})
    assert answer.status_code in {200, 422}, answer.text


@pytest.mark.parametrize("part", ["katas", "overrides", "rubrics", "items"])
async def test_a_course_with_very_many_mistakes(free_loop: None, iris: Person, part: str) -> None:
    """Lists of lists of empty objects: 100 KB had 50,000 mistakes, and 800 KB half a million."""
    empty: dict[str, list[object]] = {part: [{}] * 50}
    one = {"rubrics": [{"items": [{}] * 50}] * 15} if part == "items" else empty
    many = 100 if part == "items" else 200
    body, large = (
        json.dumps({"course": {}, "assignments": [one] * number}, separators=(",", ":")) for number in (many, 8 * many)
    )
    headers = {"content-type": "application/json"}
    answer = await iris.http.post("/api/v1/courses/import", content=body, headers=headers)
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) < MAX_ERRORS, "one for each list"
    answer = await iris.http.post("/api/v1/courses/import", content=large, headers=headers)
    assert answer.status_code in {413, 422}
    answer = await iris.http.post("/api/v1/courses/import", content=body + " " * MAX_TABLE, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


async def test_a_course_of_very_many_katas(iris: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A gradebook of 20,000 columns, which the limits of assignments allow, holds the event loop for seconds."""
    monkeypatch.setattr("app.domains.courses.assignments.MAX_KATAS_OF_COURSE", 2)
    course = await make_course(iris)
    path = f"{COURSES}/{course}/assignments"
    made = [check(await iris.http.post(path, json=make_assignment()), 201)["id"] for _ in range(2)]
    refused = check(await iris.http.post(path, json=make_assignment()), 422)
    assert "at most 2 katas" in refused["detail"]
    check(await iris.http.put(f"{path}/{made[0]}", json=make_assignment()))


@pytest.mark.parametrize("text", ["name: " + "{a: " * 60_000, "name: " + "[" * 250_000, "? a\n" * 60_000])
async def test_yaml_that_is_costly_to_read(free_loop: None, iris: Person, text: str) -> None:
    answer = await iris.http.put(f"{AUTHORING}/shift/files/problem.yaml", content=text, headers={"if-match": "*"})
    assert answer.status_code == 200
    assert answer.json()["findings"]
    assert (await iris.http.get("/authoring")).status_code == 200


async def test_a_head_without_end_is_refused(free_loop: None, ada: Person) -> None:
    for headers in ({"cookie": "a=b; " * 100_000}, {"accept-language": "de;q=0.1," * 100_000}):
        answer = await ada.http.get("/api/v1/problems", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (431, "head_too_large")


@pytest.mark.parametrize("charset", ["punycode", '"PUNYCODE"', "undefined", "idna", "utf-16", "no-such-codec", ""])
async def test_a_form_in_an_encoding_that_is_costly_to_read(free_loop: None, nobody: Person, charset: str) -> None:
    known = len(encodings._cache)
    body = b'--x\r\ncontent-disposition: form-data; name="name"\r\n\r\na-' + b"b" * 250_000 + b"\r\n--x--\r\n"
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    answer = await nobody.http.post("/signin", content=body, headers={"content-type": kind})
    assert (answer.status_code, answer.json()["code"]) == (415, "not_utf8")
    assert len(encodings._cache) == known


@pytest.mark.parametrize("path", ["/authoring/import", "/authoring/shift/archive", "/courses/x/roster"])
async def test_a_form_without_files_is_never_large(free_loop: None, nobody: Person, path: str) -> None:
    headers = {"content-type": "Application/X-www-form-urlencoded"}
    answer = await nobody.http.post(path, content=b"&" * 900_000, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("charset", ["UTF-8", '"utf-8"', "utf8"])
async def test_a_form_in_utf_8_is_read(nobody: Person, charset: str) -> None:
    body = b'--x\r\ncontent-disposition: form-data; name="name"\r\n\r\n\xc3\xa4\r\n--x--\r\n'
    kind = f"multipart/form-data; boundary=x; charset={charset}"
    headers = {"content-type": kind, "accept": "text/html"}
    assert 'value="ä"' in (await nobody.http.post("/signin", content=body, headers=headers)).text


async def test_a_thousand_wrong_fields_are_not_all_told(free_loop: None, ada: Person) -> None:
    body = {"source": "", "mode": "run"} | {f"k{number}": "" for number in range(9_000)}
    answer = await ada.http.post("/api/v1/problems/double/submissions", json=body)
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) == 20


def test_streams_are_counted_by_asker_and_freed() -> None:
    streams = StreamLimiter(2)
    with streams.hold("ada"), streams.hold("ada"):
        with pytest.raises(TooManyStreamsError), streams.hold("ada"):
            pass
        with streams.hold("bob"):
            pass
    with streams.hold("ada"), streams.hold("ada"):
        pass
    with StreamLimiter(0).hold("ada"):
        pass


def test_each_stream_is_counted(application: FastAPI) -> None:
    streams = []
    for context in iter_route_contexts(application.routes):
        if getattr(context, "response_class", None) is EventSourceResponse:
            streams.append(context.path)
            found = [one.call for one in context.dependant.dependencies]
            assert hold_stream in found, context.path
    assert len(streams) == 6


async def test_more_streams_than_an_account_may_have(application: FastAPI, ada: Person, settings: Settings) -> None:
    made = await ada.solve()
    streams = application.state.services.streams
    account = await application.state.services.accounts.find("ada")
    held = [streams.hold(f"account {account.id}") for _ in range(settings.max_streams)]
    for one in held:
        one.__enter__()
    try:
        for path in (f"/api/v1/submissions/{made}/events", f"/submissions/{made}/live"):
            answer = await ada.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_many_streams")
            assert answer.headers["retry-after"]
    finally:
        for one in held:
            one.__exit__(None, None, None)
    assert (await ada.http.get(f"/api/v1/submissions/{made}/events")).status_code == 200
    assert not streams._open, "a stream that ended is no longer counted"
