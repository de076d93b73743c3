"""What guests are given from memory: the same as from the pages themselves, and never somebody else's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from fastapi.routing import iter_route_contexts

from app.routing import find_head
from tests.integration.app.conftest import Person, make_person, publish

if TYPE_CHECKING:
    from fastapi import FastAPI

PAGE = "/problems/double"


def find_nonce(policy: str) -> str:
    found = re.search(r"'nonce-([^']+)'", policy)
    assert found is not None
    return found[1]


async def test_each_page_has_a_nonce_of_its_own(nobody: Person) -> None:
    seen = set()
    for encoding in ("identity", "gzip", "gzip", "identity"):
        page = await nobody.http.get(PAGE, headers={"Accept-Encoding": encoding})
        nonce = find_nonce(page.headers["content-security-policy"])
        assert page.headers.get("content-encoding", "identity") == encoding
        assert "Accept-Encoding" in page.headers["vary"]
        seen.add((nonce, page.text.replace(nonce, "")))
    assert len(seen) == 4
    assert len({text for _, text in seen}) == 1
    metrics = (await nobody.http.get("/metrics")).text
    assert 'route="/problems/{slug}",status="200"} 4.0' in metrics.replace('method="GET",', "")


async def test_a_guest_and_somebody_signed_in_see_their_own(nobody: Person, ada: Person) -> None:
    for path in ("/", PAGE):
        for person, name in ((nobody, False), (ada, True), (nobody, False), (ada, True)):
            page = await person.http.get(path)
            assert (">ada</a>" in page.text) is name
    for person in (nobody, ada, nobody):
        problem = (await person.http.get("/api/v1" + PAGE)).json()
        assert (problem["solved"] is None) is (person is nobody)


async def test_each_language_has_its_own(nobody: Person) -> None:
    for language in ("de", "en", "de"):
        page = await nobody.http.get(PAGE, headers={"Accept-Language": language})
        assert f'<html lang="{language}">' in page.text
        assert page.headers["content-language"] == language


async def test_what_is_published_is_seen_at_once(application: FastAPI, nobody: Person) -> None:
    before = (await nobody.http.get("/api/v1" + PAGE)).json()
    await publish(application.state.services, name="Twice as much")
    after = (await nobody.http.get("/api/v1" + PAGE)).json()
    assert before["name"] != after["name"] == "Twice as much"
    assert "Twice as much" in (await nobody.http.get(PAGE)).text


async def test_only_successes_are_kept(application: FastAPI, nobody: Person) -> None:
    for path in ("/problems/triple", "/api/v1/problems/triple"):
        assert (await nobody.http.get(path)).status_code == 404
    await publish(application.state.services, "triple")
    for path in ("/problems/triple", "/api/v1/problems/triple"):
        assert (await nobody.http.get(path)).status_code == 200


async def test_who_has_it_is_told_so(nobody: Person) -> None:
    answer = await nobody.http.get("/api/v1" + PAGE)
    again = await nobody.http.get("/api/v1" + PAGE, headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    head = await nobody.http.head("/api/v1" + PAGE)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", answer.headers["etag"])


async def test_a_bad_token_is_refused_all_the_same(application: FastAPI, nobody: Person) -> None:
    assert (await nobody.http.get("/api/v1" + PAGE)).status_code == 200
    stranger = make_person(application, Authorization="Bearer nothing")
    assert (await stranger.http.get("/api/v1" + PAGE)).status_code == 401
    await stranger.http.aclose()


async def test_every_route_is_found_by_its_head(application: FastAPI) -> None:
    paths = {context.path for context in iter_route_contexts(application.router.routes) if context.path}
    heads = {find_head(path) for path in paths}
    # A path that began with a parameter would be looked for under the name of the parameter, and never be found.
    assert not [head for head in heads if "{" in head]
    assert {"problems", "api/problems", "static", "healthz", ""} <= heads
