"""Hostile text in every field: no page runs it, and no route breaks on it."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any, Final

import pytest
from fastapi.routing import iter_route_contexts

from app.db.statuses import Role
from app.http.requests import SESSION_COOKIE
from grader.report import (
    CallReport,
    CaseReport,
    CheckResult,
    ErrorReport,
    Hint,
    Report,
    Segment,
    Shown,
    Verdict,
)
from tests.integration.app.conftest import AUTHORING, Person, StandInGrader, make_instructor, publish
from tests.integration.app.security.world import list_routes

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from fastapi import FastAPI

    from tests.integration.app.security.world import World

MARK: Final = "oRIGINALLYhOSTILE"
SCRIPT: Final = f"'\"></textarea></script><script>alert('{MARK}')</script><img src=x onerror=alert(1)>"
MARKDOWN: Final = f"""{SCRIPT}

[click](javascript:alert('{MARK}')) <javascript:alert(1)> [data](data:text/html,<script>) ![x](x){{onerror=alert(1)}}

# <b onclick=alert(1)>{MARK}</b> {{#id onclick=alert(1)}}

::: note "><script>alert('{MARK}')</script>
{SCRIPT}
:::

!!! note "<script>alert('{MARK}')</script>"
    {SCRIPT}

```"><script>alert(1)</script>
{SCRIPT}
```

$</span><script>alert('{MARK}')</script>$ `{SCRIPT}` | <td onclick=alert(1)> |
"""
LONGEST_QUERY: Final = 20_000
"""The maximum length in bytes of these requests' queries; a client accepts only three times as many."""
PAGES_OF_ALL: Final = ("/", "/progress", "/submissions", "/docs", "/signin?next=" + SCRIPT, "/people/" + MARK)


class Reader(HTMLParser):
    """Collects what could run in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a tag that runs something, or has an attribute that does."""
        given = dict(attrs)
        runs = tag == "script" and given.get("type") != "application/json"
        if (runs and not (given.get("src") or "").startswith("/static/")) or tag in {
            "iframe",
            "object",
            "embed",
            "base",
        }:
            self.found.append(f"<{tag} {attrs}>")
        for name, value in attrs:
            address = (value or "").strip().lower()
            if name.startswith("on") or name in {"style", "srcdoc"} or address.startswith(("javascript:", "data:")):
                self.found.append(f"<{tag} {name}={value}>")


def check_page(text: str, where: str) -> None:
    reader = Reader()
    reader.feed(text)
    reader.close()
    assert not reader.found, f"{where}: {reader.found}"


def test_the_reader_sees_what_would_run() -> None:
    for text in (
        SCRIPT,
        "<a href=' JavaScript:x'>",
        "<p onclick=x>",
        "<script src=//evil.test/x.js></script>",
        "<p style=x>",
    ):
        with pytest.raises(AssertionError):
            check_page(text, "here")
    check_page('<script src="/static/a.js"></script><p title="onclick=x">', "here")


def make_hostile(report: Report) -> Report:
    """Return a report on hostile code, with hostile text in its output, exceptions, names and results."""
    case = CaseReport(
        name=SCRIPT,
        label=SCRIPT,
        hidden=False,
        verdict=report.verdict,
        seconds=0.1,
        checks=[CheckResult(check="values", passed=False, code="values.wrong", message=SCRIPT, line=1)],
        calls=[CallReport(label=SCRIPT, seconds=0.1, traces=1, segments=[Segment(kind="trace", ms=1.0, name=SCRIPT)])],
        shown=Shown(inputs=SCRIPT, expected=SCRIPT, got=SCRIPT),
    )
    changes = {
        "message": SCRIPT,
        "cases": [case],
        "output": SCRIPT,
        "error": ErrorReport(type=SCRIPT, message=SCRIPT, traceback=SCRIPT),
        "hints": [Hint(code="hostile", level="essential", line=1, message=SCRIPT)],
    }
    return report.model_copy(update=changes)


async def test_no_page_runs_what_somebody_wrote(
    ada: Person, iris: Person, application: FastAPI, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    grade = grader.grade
    monkeypatch.setattr(grader, "grade", lambda *given, **named: make_hostile(grade(*given, **named)))
    services = application.state.services
    texts = dict.fromkeys(("statement", "lesson"), MARKDOWN)
    code = f"def double(x):\n    '''{SCRIPT}'''\n"
    await publish(
        services,
        name=SCRIPT,
        track=SCRIPT,
        credits=SCRIPT,
        hints=[MARKDOWN],
        starter=code,
        solution=code,
        bodies=code,
        **texts,
    )
    grader.verdicts = [Verdict.WRONG_ANSWER, Verdict.ACCEPTED]
    made = [await ada.solve(f"x = '''{SCRIPT}'''") for _ in range(2)]
    await ada.http.put("/api/v1/problems/double/draft", json={"source": SCRIPT, "version": None})
    await ada.http.post("/problems/double/hints", data={"number": "1"})
    await ada.http.post("/problems/double/solution")
    for kind in ("link", "share"):
        await ada.http.post(f"/submissions/{made[1]}/{kind}")
    await ada.http.post("/progress/publicity", data={"shows_solved": "true", "shows_scores": "true"})
    sharing = await services.community.find_sharing(await services.accounts.find("ada"), made[1])
    for path in ("statement.md", "lesson.md", "starter.py"):
        await iris.http.put(f"{AUTHORING}/shift/files/{path}", content=MARKDOWN, headers={"if-match": "*"})
    await iris.http.post(f"{AUTHORING}/shift/publish")
    await iris.http.get(f"{AUTHORING}/shift/task/events")
    for path in ("statement.md", "lesson.md", "problem.yaml", "starter.py"):
        text = f"name: {SCRIPT}\n" if path == "problem.yaml" else MARKDOWN * 2
        await iris.http.put(f"{AUTHORING}/shift/files/{path}", content=text, headers={"if-match": "*"})
    await iris.http.post(f"{AUTHORING}/shift/check")
    await iris.http.get(f"{AUTHORING}/shift/task/events")
    async with make_instructor(application, "root", Role.ADMIN) as root:
        await root.http.post(f"{AUTHORING}/double/rejudge", json={"reason": SCRIPT})
        [regrade] = (await root.http.get(f"{AUTHORING}/double/regrades")).json()["regrades"]
        await root.http.get(f"{AUTHORING}/double/regrades/{regrade['id']}/events")
        [change] = (await root.http.get(f"{AUTHORING}/double/regrades/{regrade['id']}")).json()["changes"]
        await root.http.post(f"{AUTHORING}/double/regrades/{regrade['id']}/apply")
        own = [f"/submissions/{one}" for one in made] + [f"/submissions/{made[1]}?against={made[0]}"]
        of_double = [f"/problems/double{rest}" for rest in ("", "/solutions", "/leaderboard", f"?restore={made[0]}")]
        of_shift = [
            f"/authoring/shift{rest}"
            for rest in (
                *("", "?file=statement.md", "?file=lesson.md", "/sharing", "/versions"),
                *("/versions/1?file=lesson.md", "/versions/1?file=starter.py", "/versions?before=1&after=working"),
            )
        ]
        of_regrade = [
            f"/authoring/double/regrades/{regrade['id']}",
            f"/authoring/double/regrades/{regrade['id']}/submissions/{change['submission']}",
            "/authoring/double/versions",
            "/authoring/double/statistics",
        ]
        admin = [
            "/admin",
            "/admin/audit",
            "/admin/settings",
            f"/admin/users?search={SCRIPT}",
            f"/admin/audit?target={SCRIPT}",
        ]
        shown = 0
        for person, paths in (
            (
                ada,
                [*PAGES_OF_ALL, "/people/ada", f"/shared/{sharing.token}", f"/cards/{sharing.card}", *own, *of_double],
            ),
            (iris, ["/authoring", *of_shift, f"/authoring/shift?file={SCRIPT}"]),
            (root, [*of_regrade, *admin]),
        ):
            for path in paths:
                answer = await person.http.get(path, headers={"accept": "text/html"})
                assert answer.status_code in {200, 303, 404}, f"{path}: {answer.status_code}"
                check_page(answer.text, path)
                shown += MARK in answer.text
        assert shown > 15
        live = (await ada.http.get(f"/submissions/{made[0]}/live")).text
        assert MARK in live
        for line in live.splitlines():
            if line.startswith("data:"):
                pieces = json.loads(line.removeprefix("data:"))
                for name in {"head", "picture", "body"} & set(pieces):
                    check_page(pieces[name], f"live {name}")
        preview = await iris.http.post("/authoring/shift/preview", data={"text": MARKDOWN})
        check_page(preview.text, "preview")
        for path in ("/signin", "/signup", "/authoring"):
            form = {"name": SCRIPT, "slug": SCRIPT, "password": SCRIPT, "next": SCRIPT}
            check_page((await iris.http.post(path, data=form, headers={"accept": "text/html"})).text, path)


def list_fields(application: FastAPI) -> Iterator[tuple[str, list[str], bool]]:
    """Return, for each route, the names of its query parameters and body fields, and whether the body is JSON."""
    for context in iter_route_contexts(application.routes):
        dependant = getattr(context, "dependant", None)
        if dependant is None:
            continue
        flat = [dependant]
        for one in flat:
            flat += one.dependencies
        parameters = [field for one in flat for field in (*one.query_params, *one.body_params)]
        names: list[str] = []
        for field in parameters:
            model = getattr(field.field_info.annotation, "model_fields", None)
            names += list(model) if model else [field.alias]
        is_json = any(type(field.field_info).__name__ == "Body" for one in flat for field in one.body_params)
        for method in sorted(context.methods or ()):
            yield f"{method} {context.path}", names, is_json


STRANGE: Final = {
    "nul": "a\0b",
    "surrogate": "\ud800",
    "direction": "\u202e\u2066\U0010ffff\ufffe",
    "long": "x" * 100_000,
    "clever": "' OR 1=1 -- ${7*7}{{7*7}}%00%0d%0a../../etc/passwd",
    "huge": "9" * 30,
    "negative": "-1",
}


@pytest.mark.parametrize("text", STRANGE.values(), ids=STRANGE)
async def test_no_route_breaks_on_strange_text(world: World, text: str) -> None:
    fields = {route: (names, is_json) for route, names, is_json in list_fields(world.application)}
    assert any(names for names, _ in fields.values())
    for who in ("learner", "admin"):
        for route in list_routes(world.application):
            method, path = route.split(" ")
            names, is_json = fields.get(route, ([], False))
            strange = {
                **world.things,
                **dict.fromkeys(set(world.things) - {"slug"}, text if text.lstrip("-").isdigit() else "x"),
            }
            for address in {world.fill(path), path.replace(":path}", "}").format_map(strange)}:
                answer = await send(world, who, method, address, dict.fromkeys(names, text), is_json=is_json)
                await world.sign_in_again(who, method, answer)
        assert await world.is_signed_in(who), "otherwise others may have lost their sessions unnoticed"


async def send(
    world: World, who: str, method: str, address: str, form: dict[str, str], *, is_json: bool
) -> httpx.Response:
    """Send fields as the route accepts them; assert that the response is no failure of ours."""
    encoded = {name: value.encode("utf-8", "replace") for name, value in form.items()}
    short = {name: value[: LONGEST_QUERY // len(form)] for name, value in encoded.items()}
    way: dict[str, Any] = {"params": short} if method == "GET" else {"data": encoded}
    if is_json:
        way = {"content": json.dumps(form), "headers": {"content-type": "application/json"}}
    async with world.open(cookie=f"{SESSION_COOKIE}={world.cookies[who]}") as http:
        answer = await http.request(method, address, **way)
    assert answer.status_code < 500, f"{method} {address}: {answer.text[:300]}"
    return answer
