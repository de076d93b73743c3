"""What programs rely on: repeated requests, paging, tags, several submissions at once, and limits."""

from __future__ import annotations

import time
from datetime import timedelta
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select, update

from app.db.models import IdempotencyKey, Submission, now
from app.domains.limits.limiter import Limiter
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_person, publish
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    import httpx
    from fastapi import FastAPI

SOURCE = "def double(x): return 2 * x"
PATH = "/api/v1/problems/double/submissions"


def _change_settings(application: FastAPI, **changes: object) -> None:
    service = application.state.services.submissions
    service._settings = service._settings.model_copy(update=changes)


async def _count(application: FastAPI) -> int:
    database = application.state.services.database
    found: int = await database.read(lambda session: session.scalar(select(func.count(Submission.id))))
    return found


async def _send(person: Person, key: str, source: str = SOURCE) -> httpx.Response:
    body = {"source": source, "mode": "submit"}
    return await person.http.post(PATH, json=body, headers={"Idempotency-Key": key})


@EACH_DATABASE
async def test_the_same_request_again_hands_in_nothing(ada: Person, nobody: Person, application: FastAPI) -> None:
    first = await _send(ada, "k1")
    again = await _send(ada, "k1")
    assert (first.status_code, again.status_code) == (202, 202)
    assert again.json() == first.json()
    assert again.headers["location"] == first.headers["location"]
    assert await _count(application) == 1
    check_problem(await _send(ada, "k1", "other"), 422, "idempotency_mismatch")
    assert (await _send(ada, "k2")).json()["id"] != first.json()["id"]
    await nobody.sign_up("eve")
    assert (await _send(nobody, "k1", "hers")).status_code == 202, "each account has keys of its own"


@EACH_DATABASE
async def test_a_key_is_kept_for_a_day(ada: Person, application: FastAPI) -> None:
    first = await _send(ada, "k1")
    old = update(IdempotencyKey).values(created_at=now() - timedelta(hours=25))
    await application.state.services.database.write(lambda session: session.execute(old))
    assert (await _send(ada, "k1", "other")).status_code == 202
    assert (await _send(ada, "k1", "other")).json()["id"] != first.json()["id"]
    assert await _count(application) == 2


@pytest.mark.parametrize("key", ["", "with blank", "x" * 256, "ü"])
async def test_keys_that_cannot_be(ada: Person, key: str) -> None:
    body = {"source": SOURCE, "mode": "submit"}
    headers = {"Idempotency-Key": key.encode()}
    answer = await ada.http.post(PATH, json=body, headers=headers)  # type: ignore[arg-type]  # bytes are fine
    check_problem(answer, 422, "invalid_input")


async def test_a_refused_request_leaves_its_key_free(ada: Person, application: FastAPI, grader: StandInGrader) -> None:
    grader.gate.clear()
    _change_settings(application, max_pending=1)
    await _send(ada, "k1")
    check_problem(await _send(ada, "k2"), 429, "too_many_pending")
    assert (await _send(ada, "k1")).status_code == 202, "a repeated request is answered though the limit is reached"
    _change_settings(application, max_pending=2)
    assert (await _send(ada, "k2")).status_code == 202


@EACH_DATABASE
async def test_several_at_once_each_with_its_own_result(
    ada: Person, application: FastAPI, grader: StandInGrader
) -> None:
    grader.gate.clear()
    _change_settings(application, max_pending=2)
    item = {"problem": "double", "source": SOURCE, "mode": "run"}
    body = {"items": [item, item | {"problem": "doubel"}, item | {"source": "\0"}, item, item]}
    answer = await ada.http.post("/api/v1/submissions/batch", json=body, headers={"Idempotency-Key": "k"})
    assert answer.status_code == 200
    results = answer.json()["results"]
    assert [one["status"] for one in results] == [202, 404, 422, 202, 429]
    assert "Did you mean `double`" in results[1]["error"]["detail"]
    assert results[0]["submission"]["problem"] == "double"
    assert [one["error"] and one["error"]["code"] for one in results][-1] == "too_many_pending"
    again = await ada.http.post("/api/v1/submissions/batch", json=body, headers={"Idempotency-Key": "k"})
    ids = [
        [one["submission"]["id"] for one in part if one["submission"]] for part in (results, again.json()["results"])
    ]
    assert ids[0] == ids[1]
    assert await _count(application) == 2
    for wrong in ([], [item] * 21, [item | {"problem": "\0"}]):
        check_problem(await ada.http.post("/api/v1/submissions/batch", json={"items": wrong}), 422, "invalid_input")


async def test_the_longest_key_serves_for_several(ada: Person, application: FastAPI) -> None:
    body = {"items": [{"problem": "double", "source": SOURCE, "mode": "run"}] * 2}
    headers = {"Idempotency-Key": "k" * 255}
    first, again = [
        (await ada.http.post("/api/v1/submissions/batch", json=body, headers=headers)).json()["results"]
        for _ in range(2)
    ]
    assert [one["status"] for one in first] == [202, 202]
    assert [one["submission"]["id"] for one in again] == [one["submission"]["id"] for one in first]
    assert await _count(application) == 2


async def test_half_a_surrogate_pair_is_no_problem(ada: Person) -> None:
    body = r'{"items": [{"problem": "\ud800", "source": "x", "mode": "run"}]}'
    headers = {"content-type": "application/json"}
    check_problem(await ada.http.post("/api/v1/submissions/batch", content=body, headers=headers), 422, "invalid_input")


@EACH_DATABASE
async def test_own_submissions_in_parts(ada: Person, nobody: Person) -> None:
    made = [await ada.solve(mode=mode) for mode in ("run", "submit", "submit")]
    first = (await ada.http.get("/api/v1/submissions?limit=2")).json()
    rest = (await ada.http.get(f"/api/v1/submissions?limit=2&cursor={first['next']}")).json()
    assert [one["id"] for one in first["submissions"] + rest["submissions"]] == made[::-1]
    assert rest["next"] is None
    runs = (await ada.http.get("/api/v1/submissions?mode=run")).json()["submissions"]
    assert [(one["id"], one["verdict"], one["problem_name"]) for one in runs] == [(made[0], "accepted", "Double it")]
    await nobody.sign_up("eve")
    assert (await nobody.http.get("/api/v1/submissions")).json() == {"submissions": [], "next": None}
    check_problem(await nobody.http.get(f"/api/v1/submissions?cursor={made[0]}"), 422, "invalid_input")
    check_problem(await ada.http.get("/api/v1/submissions?limit=101"), 422, "invalid_input")


async def test_problems_in_parts(nobody: Person, application: FastAPI) -> None:
    for position, slug in enumerate(("triple", "quadruple"), 2):
        await publish(application.state.services, slug, track_position=position)
    whole = (await nobody.http.get("/api/v1/problems")).json()
    assert whole["next"] is None
    first = (await nobody.http.get("/api/v1/problems?limit=2")).json()
    assert [one["slug"] for one in first["problems"]] == ["double", "triple"]
    rest = (await nobody.http.get(f"/api/v1/problems?limit=2&cursor={first['next']}")).json()
    assert first["problems"] + rest["problems"] == whole["problems"]
    assert rest["next"] is None
    check_problem(await nobody.http.get("/api/v1/problems?cursor=none"), 422, "invalid_input")


@pytest.mark.parametrize("path", ["/api/v1/problems", "/api/v1/problems/double"])
async def test_what_has_not_changed_is_not_sent_again(ada: Person, application: FastAPI, path: str) -> None:
    answer = await ada.http.get(path)
    tag = answer.headers["etag"]
    assert answer.headers["cache-control"] == "private, no-cache"
    same = await ada.http.get(path, headers={"If-None-Match": tag})
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    await ada.solve()
    changed = await ada.http.get(path, headers={"If-None-Match": tag})
    assert (changed.status_code, changed.headers["etag"] != tag) == (200, True)
    stranger = make_person(application)
    async with stranger.http:
        assert (await stranger.http.get(path, headers={"If-None-Match": tag})).status_code == 200


@EACH_DATABASE
async def test_submissions_in_a_minute(
    ada: Person, nobody: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    _change_settings(application, submissions_per_minute=2)
    first = await _send(ada, "k1")
    assert first.headers["ratelimit-policy"] == '"submissions";q=2;w=60'
    assert first.headers["ratelimit"].startswith('"submissions";r=1;t=')
    await ada.solve()
    answer = await _send(ada, "k2")
    check_problem(answer, 429, "too_many_submissions")
    assert 1 <= int(answer.headers["retry-after"]) <= 60
    assert answer.headers["ratelimit"] == f'"submissions";r=0;t={answer.headers["retry-after"]}'
    await nobody.sign_up("eve")
    assert (await _send(nobody, "k1")).status_code == 202
    later = SimpleNamespace(time=lambda: time.time() + 61)
    monkeypatch.setattr("app.domains.limits.rate.time", later)
    assert (await _send(ada, "k2")).status_code == 202


async def test_requests_of_an_account_in_a_minute(ada: Person, nobody: Person, application: FastAPI) -> None:
    services = application.state.services
    object.__setattr__(services, "requests", Limiter(3))
    for _ in range(3):
        assert (await ada.http.get("/api/v1/session")).status_code == 200
    answer = await ada.http.get("/api/v1/session")
    check_problem(answer, 429, "too_many_requests")
    assert int(answer.headers["retry-after"]) >= 1
    assert "Too many requests" in await ada.read("/", status=429)
    assert (await nobody.http.get("/api/v1/session")).status_code == 200
