"""Known attacks on web services, on every route to which they apply: none of them works."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from sqlalchemy import select

from app.db.models import Base
from app.http.requests import SESSION_COOKIE
from app.server.application import create_app
from tests.integration.app.conftest import AUTHORING, PASSWORD, Person, StandInGrader, make_instructor, make_person
from tests.integration.app.security.world import list_routes

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy import Row

    from app.kit.settings import Settings
    from app.services import Services
    from tests.integration.app.security.world import World

CREDENTIALS: Final = {"name": "ada", "password": PASSWORD}
FOREIGN: Final = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "nonsense"},
    {"origin": "https://evil.test"},
    {"origin": "null"},
    {"origin": "http://dojo.test.evil.test"},
    {"origin": "http://["},
    {"referer": "https://evil.test/"},
    {},
]
"""What older and newer browsers send with a request from another site's page; the last ones send only a cookie."""
FROM_PLATFORMS: Final = {"POST /lti/login", "POST /lti/launch"}
"""Routes for requests from other sites. They read no session, and what they receive must be authenticated itself."""
EVIL: Final = [
    "https://evil.test/",
    "//evil.test",
    "/\\evil.test",
    "javascript:alert(1)",
    "/x\r\nSet-Cookie: a=b",
    "///evil.test",
]


RECORDED = frozenset({"similar_viewed", "submission_viewed"})
"""What the audit log records of reading."""


async def dump_tables(services: Services) -> dict[str, list[object]]:
    """Return all rows of all tables, without the times at which sign-ins, tokens and runners were last active."""
    tables = [table for name, table in Base.metadata.tables.items() if name not in {"sessions", "api_tokens"}]
    kept = {
        table.name: [column for column in table.columns if column.name not in {"seen_at", "running"}]
        for table in tables
    }
    return await services.database.read(
        lambda session: {name: list(session.execute(select(*columns))) for name, columns in kept.items()}
    )


async def test_foreign_pages_change_nothing_by_any_route(world: World) -> None:
    before = await dump_tables(world.application.state.services)
    for route in list_routes(world.application):
        method, path = route.split(" ")
        if method == "GET":
            continue
        for who in ("learner", "instructor", "admin"):
            for headers in FOREIGN:
                async with make_person(world.application).http as http:
                    http.headers.pop("sec-fetch-site")
                    sent = {"cookie": f"{SESSION_COOKIE}={world.cookies[who]}", **headers}
                    answer = await http.request(method, world.fill(path), headers=sent)
                if route in FROM_PLATFORMS:
                    assert answer.status_code == 400, f"{route} by {headers}"
                    continue
                assert (answer.status_code, answer.json()["code"]) == (403, "cross_site"), f"{route} by {headers}"
    assert await dump_tables(world.application.state.services) == before


async def test_reading_changes_nothing(world: World) -> None:
    """Except that it is recorded, intentionally, who compared whose solutions, and what an admin read of a learner."""
    before = await dump_tables(world.application.state.services)
    for route in list_routes(world.application):
        method, path = route.split(" ")
        if method == "GET":
            for who in ("learner", "instructor", "admin"):
                await world.ask(who, method, world.fill(path))
    after = await dump_tables(world.application.state.services)
    after["audit_entries"] = [
        row for row in after["audit_entries"] if RECORDED.isdisjoint(map(str, cast("Row[Any]", row)))
    ]
    assert after == before


async def test_a_session_that_an_attacker_chose_is_worth_nothing(ada: Person, nobody: Person) -> None:
    nobody.http.cookies.set(SESSION_COOKIE, "chosen-by-the-attacker")
    await nobody.http.post("/api/v1/session", json=CREDENTIALS)
    given = nobody.http.cookies.get(SESSION_COOKIE, domain="dojo.test")
    assert given not in {None, "chosen-by-the-attacker"}
    async with make_person(nobody.application, cookie=f"{SESSION_COOKIE}=chosen-by-the-attacker").http as attacker:
        assert (await attacker.get("/api/v1/session")).json() == {"account": None}


async def test_signing_in_again_ends_the_sign_in_before(ada: Person) -> None:
    first = ada.http.cookies[SESSION_COOKIE]
    await ada.http.post("/api/v1/session", json=CREDENTIALS)
    assert ada.http.cookies[SESSION_COOKIE] != first
    async with make_person(ada.application, cookie=f"{SESSION_COOKIE}={first}").http as attacker:
        assert (await attacker.get("/api/v1/session")).json() == {"account": None}


async def test_no_answer_leads_elsewhere(world: World) -> None:
    for route in list_routes(world.application):
        method, path = route.split(" ")
        for address in EVIL:
            form = {"next": address, "address": address, "file": address}
            async with world.open(cookie=f"{SESSION_COOKIE}={world.cookies['learner']}") as http:
                filled = world.fill(path)
                sent = form if method == "POST" else None
                answer = await http.request(method, filled, params={"next": address}, data=sent)
            await world.sign_in_again("learner", method, answer)
            location = answer.headers.get("location", "/")
            assert location.startswith("/"), f"{route}: {location}"
            assert not location.startswith(("//", "/\\")), f"{route}: {location}"
            assert "a=b" not in answer.headers.get("set-cookie", ""), route
    assert await world.is_signed_in("learner"), "all requests were hers"


@pytest.mark.parametrize("path", ["/signin", "/signup"])
async def test_forms_lead_back_to_this_site_only(nobody: Person, path: str) -> None:
    await nobody.http.post("/api/v1/accounts", json=CREDENTIALS)
    for address in EVIL:
        form = CREDENTIALS if path == "/signin" else {"name": f"bob{EVIL.index(address)}", "password": PASSWORD}
        answer = await nobody.http.post(path, data={**form, "next": address})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")


async def test_a_host_that_somebody_makes_up_reaches_nobody(world: World, settings: Settings) -> None:
    fixed = create_app(settings.model_copy(update={"public_url": "https://dojo.example/"}), StandInGrader())
    owned = [f"/submissions/{world.things['public_id']}", f"/scratchpad/{world.things['program']}"]
    for route in list_routes(world.application):
        method, path = route.split(" ")
        if method == "GET" and not path.endswith(("{public_id}", "/scratchpad/{program}")):
            answer = await world.ask("learner", method, world.fill(path), host="evil.test")
            assert "evil.test" not in answer.text, route
            assert "evil.test" not in str(answer.headers), route
    cookie = f"__Host-{SESSION_COOKIE}={world.cookies['learner']}"
    async with make_person(fixed, cookie=cookie, host="evil.test").http as http:
        forged = {"x-forwarded-host": "evil.test", "forwarded": "host=evil.test"}
        pages = [(await http.get(path, headers=forged)).text for path in owned]
    await fixed.state.services.close()
    assert f"https://dojo.example/shared/{world.things['token']}" in pages[0]
    assert f"https://dojo.example/scratchpad/{world.things['program']}" in pages[1]
    assert "evil.test" not in "".join(pages)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../main.py",
        "/static/..%2fmain.py",
        "/static/%2e%2e/%2e%2e/main.py",
        "/static/..%5c..%5cmain.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/%00",
        "/static/manifest.json%00.js",
        "/static/" + "a" * 5000,
    ],
)
async def test_static_files_are_those_of_one_folder(nobody: Person, path: str) -> None:
    answer = await nobody.http.get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "path", ["../secret", "..%2f..%2fsecret", "%2fetc%2fpasswd", "tests/../../secret", "a%00b", "%5c..%5csecret", "."]
)
async def test_files_of_a_problem_are_its_own(iris: Person, path: str) -> None:
    for method, headers in (("GET", {}), ("PUT", {"if-match": "*"}), ("DELETE", {"if-match": "*"})):
        answer = await iris.http.request(method, f"{AUTHORING}/shift/files/{path}", headers=headers, content=b"x")
        assert answer.status_code in {404, 405, 422}, answer.text
    answer = await iris.http.post("/authoring/shift/files", data={"file": path, "content": "x", "tag": "*"})
    assert answer.status_code in {303, 404, 422}, answer.text
    listed = {file["path"] for file in (await iris.http.get(f"{AUTHORING}/shift")).json()["files"]}
    assert not any(".." in one or one.startswith(("/", "\\")) or "\0" in one for one in listed)


@pytest.mark.parametrize("header", ["x-http-method-override", "x-http-method", "x-method-override"])
async def test_a_method_is_what_was_asked(ada: Person, header: str) -> None:
    await ada.http.get("/api/v1/session", headers={header: "DELETE"}, params={"_method": "DELETE"})
    await ada.http.post("/api/v1/session", json=CREDENTIALS, headers={header: "DELETE"}, params={"_method": "DELETE"})
    assert (await ada.http.get("/api/v1/session")).json()["account"] is not None
    for method in ("TRACE", "CONNECT", "PROPFIND", "PATCH"):
        assert (await ada.http.request(method, "/api/v1/session")).status_code == 405


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]
)
async def test_json_is_believed_only_where_it_is_called_so(ada: Person, kind: str) -> None:
    body = b'{"source": "x = 1", "mode": "run"}'
    answer = await ada.http.post("/api/v1/problems/double/submissions", content=body, headers={"content-type": kind})
    assert answer.status_code == 415, answer.text
    assert (await ada.http.get("/api/v1/problems/double/submissions")).json() == {"attempts": []}


async def test_ids_of_others_in_what_an_address_asks_for(world: World) -> None:
    """`test_authorisation` covers ids in paths; these are in queries, or belong to another problem than the path's."""
    theirs = world.things["public_id"]
    own = (await world.ask("other_learner", "GET", "/api/v1/problems/shift/submissions")).json()["attempts"][0]["id"]
    for path in (f"/submissions/{own}?against={theirs}", f"/problems/shift?restore={theirs}"):
        assert (await world.ask("other_learner", "GET", path)).status_code == 404
    async with make_instructor(world.application, "olga") as olga:
        await olga.http.post(AUTHORING, json={"slug": "other", "name": "Another"})
        for path in (
            f"{AUTHORING}/other/regrades/{world.things['regrade_id']}",
            f"/authoring/other/regrades/{world.things['regrade_id']}",
        ):
            assert (await olga.http.get(path)).status_code == 404
        path = f"{AUTHORING}/other/regrades/{world.things['regrade_id']}/apply"
        assert (await olga.http.post(path)).status_code == 404
        answer = await olga.http.post(f"{AUTHORING}/other/rejudge", json={"reason": "x", "submission": theirs})
        assert answer.status_code in {404, 422}


async def test_an_unknown_name_takes_the_same_steps(
    application: FastAPI, ada: Person, nobody: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    passwords = application.state.services.accounts._passwords
    checked: list[str] = []
    check = passwords._verify

    async def count(password: str, stored: str, **options: bool) -> tuple[bool, str | None]:
        checked.append(stored)
        answer: tuple[bool, str | None] = await check(password, stored, **options)
        return answer

    monkeypatch.setattr(passwords, "_verify", count)
    answers = []
    for name in ("ada", "nobody-has-this-name"):
        answer = await nobody.http.post("/api/v1/session", json={"name": name, "password": "not the password"})
        answers.append({**answer.json(), "request_id": ""})
    assert answers[0] == answers[1]
    assert len(checked) == 2
    assert checked[0].split("$")[:4] == checked[1].split("$")[:4], "the same parameters"


async def test_the_request_id_is_ours(nobody: Person) -> None:
    answer = await nobody.http.get("/healthz", headers={"x-request-id": "x\tinjected"})
    assert len(answer.headers["x-request-id"]) == 16


def test_no_runner_works_over_http(application: FastAPI) -> None:
    """Runners ask the database. Claims and reports over HTTP would need rules of their own (decision 21)."""
    routes = [route for route in list_routes(application) if "runner" in route]
    assert routes == ["GET /admin/runners", "POST /admin/runners"], "docs/security.md says that there are no others"
