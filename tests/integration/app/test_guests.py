"""Pages for guests: their browsers may cache them with an ETag, and never show somebody else's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.integration.app.conftest import Person, make_person, publish

if TYPE_CHECKING:
    from fastapi import FastAPI

PAGE = "/problems/double"


@pytest.mark.parametrize("path", ["/", PAGE, "/signin", "/docs", "/?q=double"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
async def test_a_guest_s_browser_may_keep_a_page(nobody: Person, path: str, encoding: str) -> None:
    plain = {"Accept-Encoding": encoding}
    page = await nobody.http.get(path, headers=plain)
    assert page.status_code == 200
    assert page.headers.get("content-encoding", "identity") == encoding
    assert "Accept-Encoding" in page.headers["vary"]
    again = await nobody.http.get(path, headers=plain | {"If-None-Match": page.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for name in ("etag", "cache-control", "content-security-policy", "content-language"):
        assert again.headers[name] == page.headers[name], name
    assert "content-length" not in again.headers
    head = await nobody.http.head(path, headers=plain)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", page.headers["etag"])
    other = await nobody.http.get(path, headers=plain | {"If-None-Match": '"another"'})
    assert (other.status_code, other.text) == (200, page.text)


async def test_the_tag_is_another_when_the_page_is(application: FastAPI, nobody: Person, ada: Person) -> None:
    tags = set()
    for language in ("de", "en"):
        tags.add((await nobody.http.get(PAGE, headers={"Accept-Language": language})).headers["etag"])
    [known] = tags - {(await nobody.http.get(PAGE, headers={"Accept-Language": "de"})).headers["etag"]}
    await publish(application.state.services, name="Twice as much")
    changed = await nobody.http.get(PAGE, headers={"Accept-Language": "en", "If-None-Match": known})
    assert changed.status_code == 200
    assert changed.headers["etag"] not in tags
    # A user who has signed in meanwhile isn't told that the guest's page is still current.
    own = await ada.http.get(PAGE, headers={"If-None-Match": changed.headers["etag"]})
    assert (own.status_code, ">ada</a>" in own.text) == (200, True)


async def test_only_whole_pages_of_guests_have_a_tag(nobody: Person, ada: Person) -> None:
    for path in ("/", PAGE):
        page = await ada.http.get(path)
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
        assert "etag" not in page.headers
    missing = await nobody.http.get("/problems/none", headers={"Accept": "text/html", "If-None-Match": "*"})
    assert missing.status_code == 404
    assert "etag" not in missing.headers
    refused = await nobody.http.post(
        "/signin", data={"name": "ada", "password": "wrong"}, headers={"If-None-Match": "*"}
    )
    assert refused.status_code == 401
    assert "etag" not in refused.headers


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


async def test_what_is_missing_is_there_once_it_is_published(application: FastAPI, nobody: Person) -> None:
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
