"""Security headers: on every route, for everybody, on errors and on responses that come from no route."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.http.headers import FIXED, NOTHING, OF_DOCUMENTS
from app.server.application import create_app
from app.web.safety import frame_policy
from tests.integration.app.conftest import PASSWORD, StandInGrader, make_person
from tests.integration.app.security.world import PEOPLE, list_routes

if TYPE_CHECKING:
    import httpx

    from app.kit.settings import Settings
    from tests.integration.app.conftest import Person
    from tests.integration.app.security.world import World

PAGE = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


KEPT_BY_OTHERS = {
    "/healthz", "/readyz", "/metrics", "/openapi.json", "/static", "/help/{path:path}", "/lti/jwks", "/lti/canvas.json",
}  # fmt: skip
"""Routes with the same response for everybody, which others may cache."""
FRAMED = re.compile(r"(GET|POST) /lti/(?!contexts|jwks|canvas)")
"""Pages that platforms show in their own frames, and pages that refuse a launch; they contain nobody's data."""


def check_headers(answer: httpx.Response, route: str = "") -> None:
    [policy] = answer.headers.get_list("content-security-policy")
    is_framed = policy == frame_policy()
    assert policy in {NOTHING, PAGE} or (is_framed and FRAMED.match(route))
    for name, value in FIXED.items():
        assert answer.headers.get_list(name) == [value], name
    is_document = answer.headers.get("content-type", "").startswith("text/html")
    for name, value in OF_DOCUMENTS.items():
        is_due = is_document and not (is_framed and name in {"X-Frame-Options", "Cross-Origin-Opener-Policy"})
        assert answer.headers.get_list(name) == ([value] if is_due else []), name
    if policy != NOTHING:
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert len(answer.headers.get_list("cache-control")) == 1
    assert "strict-transport-security" not in answer.headers
    assert "server" not in answer.headers


async def test_every_answer_is_protected(world: World) -> None:
    for route in list_routes(world.application):
        method, path = route.split(" ")
        for asker in ("nobody", "wrong_token", "learner", "other_instructor"):
            for accept in ("*/*", "text/html"):
                answer = await world.ask(asker, method, world.fill(path), accept=accept)
                check_headers(answer, route)
                if asker in PEOPLE and path not in KEPT_BY_OTHERS:
                    wanted = "private, no-cache" if "etag" in answer.headers else "no-store"
                    told = answer.headers["cache-control"]
                    assert told == wanted or "set-cookie" in answer.headers or method != "GET", f"{route}: {told}"
                if asker in PEOPLE:
                    await world.sign_in_again(asker, method, answer)
    for asker in ("learner", "other_instructor"):
        assert await world.is_signed_in(asker), "all requests were theirs"


@pytest.mark.parametrize("path", ["/nowhere", "/static/nowhere.js", "/static/../app/main.py", "/api/v1/nowhere"])
async def test_what_is_not_there_is_protected(nobody: Person, path: str) -> None:
    answer = await nobody.http.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 404
    check_headers(answer)


async def test_what_is_refused_or_fails_is_protected(nobody: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    foreign = await nobody.http.post("/api/v1/session", json={}, headers={"sec-fetch-site": "cross-site"})
    large = await nobody.http.post("/api/v1/session", content=b"x" * 300_000)

    async def explode(_user: object) -> None:
        raise KeyError

    monkeypatch.setattr(nobody.application.state.services.problems, "list_problems", explode)
    broken = [await nobody.http.get("/", headers={"accept": accept}) for accept in ("text/html", "*/*")]
    for answer, status in ((foreign, 403), (large, 413), *((one, 500) for one in broken)):
        assert answer.status_code == status
        check_headers(answer)


async def test_by_https_browsers_are_told_to_stay_with_it(settings: Settings, nobody: Person) -> None:
    application = create_app(settings.model_copy(update={"public_url": "https://dojo.test"}), StandInGrader())
    async with make_person(application).http as http:
        for path in ("/healthz", "/nowhere"):
            assert (await http.get(path)).headers["strict-transport-security"] == "max-age=31536000"
    nobody.http.base_url = "https://dojo.test"
    assert (await nobody.http.get("/healthz")).headers["strict-transport-security"] == "max-age=31536000"


async def test_cookies_are_out_of_reach(nobody: Person) -> None:
    await nobody.http.post("/api/v1/accounts", json={"name": "ada", "password": PASSWORD})
    for scheme in ("http", "https"):
        nobody.http.base_url = f"{scheme}://dojo.test"
        answers = [
            await nobody.http.post("/api/v1/session", json={"name": "ada", "password": PASSWORD}),
            await nobody.http.post("/signin", data={"name": "ada", "password": PASSWORD}),
            await nobody.http.post("/language", data={"language": "de"}),
        ]
        for answer in answers:
            cookies = answer.headers.get_list("set-cookie")
            assert cookies
            for cookie in cookies:
                parts = {part.strip().lower() for part in cookie.split(";")[1:]}
                assert {"httponly", "samesite=lax", "path=/"} <= parts
                assert ("secure" in parts) is (scheme == "https")
                assert not any(part.startswith("domain") for part in parts)
