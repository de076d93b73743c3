"""Authoring over HTTP: access, files and their tags, archives, tasks, versions, regrades, statistics."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from app.db.statuses import Role
from app.http.middleware import MAX_UPLOAD
from app.work.publishing import Publisher
from grader.package.archive import PackageFiles, read_archive, write_archive
from grader.report import Verdict
from tests.integration.app.conftest import (
    AUTHORING as API,
)
from tests.integration.app.conftest import EACH_DATABASE, Person, StandInGrader, make_instructor, publish
from tests.integration.app.test_http import check_problem, read_events

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.kit.settings import Settings
    from tests.integration.app.press import StandInPress

JSON = dict[str, Any]


async def read(person: Person, path: str) -> tuple[str, str]:
    answer = await person.http.get(f"{API}/shift/files/{path}")
    assert answer.status_code == 200, answer.text
    return answer.text, answer.headers["etag"]


async def write(person: Person, path: str, text: str) -> JSON:
    answer = await person.http.put(f"{API}/shift/files/{path}", content=text, headers={"If-Match": "*"})
    assert answer.status_code == 200, answer.text
    saved: JSON = answer.json()
    return saved


async def run_task(person: Person, kind: str, body: JSON | None = None) -> JSON:
    """Start a task, follow it to its end, and return it."""
    started = await person.http.post(f"{API}/shift/{kind}", json=body)
    assert started.status_code == 202, started.text
    stream = await person.http.get(f"{API}/shift/task/events")
    last: JSON = read_events(stream.text)[-1][2]
    assert (await person.http.get(f"{API}/shift/task")).json() == last
    return last


async def test_authoring_is_for_instructors(iris: Person, ada: Person, nobody: Person, application: FastAPI) -> None:
    paths = [API, f"{API}/shift", f"{API}/shift/files/starter.py", f"{API}/shift/archive", f"{API}/shift/versions"]
    paths += [f"{API}/shift/statistics", f"{API}/shift/regrades", f"{API}/shift/task", "/api/v1/authoring/schema"]
    paths += ["/api/v1/authoring/checks"]
    async with make_instructor(application, "otto") as other:
        for path in paths:
            check_problem(await nobody.http.get(path), 401, "not_signed_in")
            check_problem(await ada.http.get(path), 403, "forbidden")
            if "shift" in path:
                assert "iris" in check_problem(await other.http.get(path), 403, "forbidden")["detail"]
        for path in ("check", "publish", "stage", "task/cancel", "rejudge", "regrades/x/apply", "regrades/x/drop"):
            body = {"reason": "Because."} if path in {"stage", "rejudge"} else None
            check_problem(await ada.http.post(f"{API}/shift/{path}", json=body), 403, "forbidden")
            check_problem(await other.http.post(f"{API}/shift/{path}", json=body), 403, "forbidden")
        assert (await other.http.get(API)).json() == {"problems": []}
    check_problem(await ada.http.post(API, json={"slug": "mine"}), 403, "forbidden")
    check_problem(await iris.http.get(f"{API}/shif"), 404, "problem_not_found")
    check_problem(await iris.http.get(f"{API}/double"), 403, "forbidden")


async def test_every_route_of_authoring_asks_who_it_is(application: FastAPI, nobody: Person) -> None:
    for path, methods in application.openapi()["paths"].items():
        if path.startswith("/api/v1/authoring"):
            for method in methods:
                address = path.format_map(defaultdict(lambda: "1", slug="shift"))
                answer = await nobody.http.request(method.upper(), address)
                assert answer.status_code == 401, f"{method} {path}"


async def test_a_problem_is_shared_and_taken_back(iris: Person, ada: Person, application: FastAPI) -> None:
    async with make_instructor(application, "otto") as otto:
        assert (
            "learner" in check_problem(await iris.http.put(f"{API}/shift/authors/ada"), 422, "invalid_input")["detail"]
        )
        check_problem(await iris.http.put(f"{API}/shift/authors/none"), 404, "user_not_found")
        shared = (await iris.http.put(f"{API}/shift/authors/otto")).json()
        assert shared == {
            "owner": "iris",
            "authors": ["iris", "otto"],
            "roles": {"iris": "edit", "otto": "edit"},
        }
        seen = (await otto.http.get(API)).json()["problems"]
        assert [(one["slug"], one["name"], one["owner"]) for one in seen] == [("shift", "Shift it", "iris")]
        check_problem(await otto.http.delete(f"{API}/shift/authors/iris"), 403, "forbidden")
        kept = (await iris.http.delete(f"{API}/shift/authors/iris")).json()
        assert kept["authors"] == ["iris", "otto"], "the owner stays"
        await iris.http.delete(f"{API}/shift/authors/otto")
        check_problem(await otto.http.get(f"{API}/shift"), 403, "forbidden")
    async with make_instructor(application, "root", Role.ADMIN) as admin:
        slugs = [one["slug"] for one in (await admin.http.get(API)).json()["problems"]]
        assert slugs == ["double", "shift"]


@EACH_DATABASE
async def test_who_may_read_changes_nothing(iris: Person, ada: Person, application: FastAPI) -> None:
    path = f"{API}/shift/files/statement.md"
    async with make_instructor(application, "otto") as otto:
        shared = (await iris.http.put(f"{API}/shift/authors/otto", params={"role": "read"})).json()
        assert shared["roles"] == {"iris": "edit", "otto": "read"}
        text, tag = await read(otto, "statement.md")
        told = check_problem(await otto.http.put(path, content="x", headers={"If-Match": tag}), 403, "forbidden")
        assert "You may only read `shift`." in told["detail"]
        page = await otto.read("/authoring/shift")
        assert "You may read this problem, but not change it." in page
        assert 'autocapitalize="none" readonly>' in page
        versions = await otto.read("/authoring/shift/versions")
        assert not [word for word in ("Save", "Check", "Publish", "Try", "Add") if f">{word}</button>" in page]
        assert not [word for word in ("Delete it", "Show it to volunteers only") if word in versions]
        assert (await otto.http.get(f"{API}/shift")).json()["role"] == "read"

        await iris.http.put(f"{API}/shift/authors/otto", params={"role": "comment"})
        assert (await otto.http.get(f"{API}/shift")).json()["role"] == "comment"
        told = check_problem(await otto.http.delete(path, headers={"If-Match": tag}), 403, "forbidden")
        assert "answer reports" in told["detail"]

        await iris.http.put(f"{API}/shift/authors/iris", params={"role": "read"})
        assert (await iris.http.get(f"{API}/shift")).json()["role"] == "edit", "the owner keeps every right"
        fields = {"name": "otto", "role": "edit", "decision": "share"}
        assert (await iris.http.post("/authoring/shift/authors", data=fields)).status_code == 303
        assert (await otto.http.put(path, content=text + "x", headers={"If-Match": tag})).status_code == 200
        assert ">Save</button>" in await otto.read("/authoring/shift")
        versions = await otto.read("/authoring/shift/versions")
        assert ("Show it to volunteers only" in versions, "Delete it" in versions) == (True, False), "it isn't theirs"
        assert "Delete it" in await iris.read("/authoring/shift/versions")
        assert "change and publish it" in (await iris.http.get("/authoring/shift/sharing")).text


@pytest.mark.parametrize("slug", ["Shift", "1st", "a-b", "a/b", "", "x" * 70, "shift", "double"])
async def test_slugs_that_cannot_be_taken(iris: Person, slug: str) -> None:
    answer = await iris.http.post(API, json={"slug": slug})
    assert answer.status_code == (409 if slug in {"shift", "double"} else 422)


async def test_two_who_edit_at_once_lose_nothing(iris: Person) -> None:
    text, tag = await read(iris, "statement.md")
    path = f"{API}/shift/files/statement.md"
    first = await iris.http.put(path, content=text + "One.", headers={"If-Match": tag})
    assert (first.status_code, first.headers["etag"]) == (200, first.json()["etag"])
    second = await iris.http.put(path, content=text + "Two.", headers={"If-Match": tag})
    assert "Somebody else changed" in check_problem(second, 412, "edited_meanwhile")["detail"]
    check_problem(await iris.http.put(path, content="Three."), 412, "edited_meanwhile")
    check_problem(await iris.http.delete(path, headers={"If-Match": tag}), 412, "edited_meanwhile")
    check_problem(await iris.http.delete(path), 422, "invalid_input")
    assert (await read(iris, "statement.md"))[0] == text + "One."
    again = await iris.http.put(path, content="Two.", headers={"If-Match": first.headers["etag"]})
    assert again.status_code == 200
    fresh = f"{API}/shift/files/solutions/rejected/new.py"
    assert (await iris.http.put(fresh, content="x = 1\n")).status_code == 200
    check_problem(await iris.http.put(fresh, content="x = 2\n"), 412, "edited_meanwhile")
    gone = await iris.http.delete(fresh, headers={"If-Match": "*"})
    assert gone.status_code == 204
    check_problem(await iris.http.get(fresh), 404, "file_not_found")
    detail = check_problem(await iris.http.get(f"{API}/shift/files/statment.md"), 404, "file_not_found")["detail"]
    assert "statement.md" in detail


async def test_saving_tells_what_is_wrong_with_file_line_and_key(iris: Person) -> None:
    text, _ = await read(iris, "problem.yaml")
    saved = await write(iris, "problem.yaml", text.replace("difficulty:", "dificulty:"))
    (finding,) = saved["findings"]
    assert (finding["file"], finding["key"]) == ("problem.yaml", "dificulty")
    assert finding["line"] == text.splitlines().index("difficulty: 1 # 1 to 5") + 1
    assert "difficulty" in finding["suggestion"]
    assert (await iris.http.get(f"{API}/shift")).json()["findings"] == [finding]
    (finding,) = (await write(iris, "solutions/accepted/other.py", "x = 1\n"))["findings"]
    assert finding["file"] in {"problem.yaml", "solutions/submissions.yaml"}


async def test_a_uuid_of_another_problem_is_refused(iris: Person, application: FastAPI, press: StandInPress) -> None:
    text, _ = await read(iris, "problem.yaml")
    [line] = [line for line in text.splitlines() if line.startswith("uuid:")]
    uuid = line.removeprefix("uuid: ")
    async with make_instructor(application, "otto") as otto:
        files = read_archive((await iris.http.get(f"{API}/shift/archive")).content)
        copied = write_archive(PackageFiles("copied", files.package, files.references))
        made = (await otto.http.post(f"{API}/archive", content=copied)).json()
    (finding,) = made["findings"]
    assert (finding["file"], finding["line"], finding["key"]) == ("problem.yaml", 2, "uuid")
    assert "another problem" in finding["message"]
    assert "shift" not in str(finding), "otto may not know of it"

    for same in (uuid, f'"{uuid.upper()}"', uuid.replace("-", ""), f"'{{{uuid}}}'"):
        assert (await write(iris, "problem.yaml", text.replace(uuid, same)))["findings"] != [], same
    for kind in ("check", "publish"):
        refused = await run_task(iris, kind)
        assert (refused["status"], refused["findings"][0]["key"]) == ("refused", "uuid")
    assert press.seen == []
    other = text.replace(uuid, "00000000-0000-4000-8000-000000000009") + f"# once {uuid}\n"
    assert (await write(iris, "problem.yaml", other))["findings"] == []
    assert (await run_task(iris, "check"))["status"] == "done"


@pytest.mark.parametrize(
    "path",
    ["x.sh", ".hidden.py", "a/b.py", "solutions/x/y.py", "..%2f..%2fsecret.py", "solutions/..%2fa.py", "a%00.py"],
)
async def test_paths_that_are_no_files_of_a_package(iris: Person, settings: Settings, path: str) -> None:
    before = sorted(settings.data.rglob("*.py"))
    answer = await iris.http.put(f"{API}/shift/files/{path}", content="x", headers={"If-Match": "*"})
    assert answer.status_code in {404, 422}
    assert sorted(settings.data.rglob("*.py")) == before


async def test_what_is_no_text_is_not_stored(iris: Person) -> None:
    for content in (b"\xff", b"a\0b", b"x" * (256 * 1024 + 1)):
        answer = await iris.http.put(f"{API}/shift/files/starter.py", content=content, headers={"If-Match": "*"})
        assert answer.status_code in {413, 422}


async def test_an_archive_comes_back_byte_for_byte(iris: Person) -> None:
    path = f"{API}/shift/archive"
    data = await iris.http.get(path)
    assert data.headers["content-disposition"] == 'attachment; filename="shift.zip"'
    await write(iris, "starter.py", "BROKEN = True\n")
    assert (await iris.http.put(path, content=data.content, headers={"If-Match": "*"})).json() == []
    assert (await iris.http.get(path)).content == data.content
    check_problem(await iris.http.put(path, content=data.content), 422, "invalid_input")
    bad = [PackageFiles("other", {"starter.py": b""}, {}), PackageFiles("shift", {"solutions/x.py": b""}, {})]
    bad += [PackageFiles("shift", {"run.sh": b""}, {})]
    for content in (b"no", *map(write_archive, bad)):
        check_problem(await iris.http.put(path, content=content, headers={"If-Match": "*"}), 422, "invalid_input")
    check_problem(await iris.http.put(path, content=b"x" * (MAX_UPLOAD + 1)), 413, "body_too_large")
    assert (await iris.http.get(path)).content == data.content


async def test_an_archive_replaces_only_what_its_sender_knew(iris: Person) -> None:
    path = f"{API}/shift/archive"
    tag = (await iris.http.get(f"{API}/shift")).json()["etag"]
    data = await iris.http.get(path)
    assert data.headers["etag"] == tag
    await write(iris, "statement.md", "Theirs.\n")
    refused = await iris.http.put(path, content=data.content, headers={"If-Match": tag})
    assert "Somebody else changed" in check_problem(refused, 412, "edited_meanwhile")["detail"]
    assert (await read(iris, "statement.md"))[0] == "Theirs.\n"
    now_there = (await iris.http.get(f"{API}/shift")).json()["etag"]
    assert (await iris.http.put(path, content=data.content, headers={"If-Match": now_there})).json() == []
    assert (await iris.http.get(f"{API}/shift")).json()["etag"] == tag


async def test_a_problem_begins_as_an_archive(iris: Person, application: FastAPI) -> None:
    data = (await iris.http.get(f"{API}/shift/archive")).content
    check_problem(await iris.http.post(f"{API}/archive", content=data), 409, "conflict")
    check_problem(await iris.http.post(f"{API}/archive", content=b"no"), 422, "invalid_input")
    files = read_archive(data)
    other = write_archive(PackageFiles("other", files.package, files.references))
    made = await iris.http.post(f"{API}/archive", content=other)
    assert (made.status_code, made.json()["owner"], made.json()["slug"]) == (201, "iris", "other")
    async with make_instructor(application, "otto") as otto:
        check_problem(await otto.http.post(f"{API}/archive", content=other), 409, "conflict")


async def test_from_check_to_version(iris: Person, press: StandInPress, application: FastAPI) -> None:
    await write(iris, "starter.py", "BROKEN = True\n")
    refused = await run_task(iris, "check")
    assert (refused["status"], refused["step"]) == ("refused", "solutions")
    assert [(one["file"], one["line"]) for one in refused["findings"]] == [
        ("solutions/accepted/canonical.py", None),
        ("lesson.md", 7),
    ]
    assert str(press.seen[0]) not in str(refused), "no paths of this machine"
    assert [(one["name"], one["slowest_ms"]) for one in refused["solutions"]] == [("canonical.py", 250.0)]
    assert (await run_task(iris, "publish"))["status"] == "refused"
    assert "shift" not in await application.state.services.catalogue.list_all_versions()
    await write(iris, "starter.py", "def shift(x):\n    ...\n")
    done = await run_task(iris, "check")
    assert (done["status"], done["samples"], done["time_s"], done["version"]) == ("done", 1, 10.0, None)
    assert done["mutants"] == {"tried": 0, "noticed": 0, "equivalent": 0, "left": 2}
    assert (await run_task(iris, "publish"))["version"] == 1
    assert (await iris.http.get("/api/v1/problems/shift")).json()["version"] == 1
    await write(iris, "problem.yaml", "name: [")
    (finding,) = (await run_task(iris, "check"))["findings"]
    assert finding["file"] == "problem.yaml"
    assert not any(path.exists() for path in press.seen), "each task had a copy of its own"


async def test_a_version_is_staged_regraded_and_applied(
    iris: Person, ada: Person, grader: StandInGrader, application: FastAPI
) -> None:
    await run_task(iris, "publish")
    check_problem(await iris.http.post(f"{API}/shift/stage", json={"reason": " "}), 422, "invalid_input")
    same = await run_task(iris, "stage", {"reason": "No change."})
    assert (same["status"], "nothing to stage" in same["message"]) == ("refused", True)
    made = await ada.http.post("/api/v1/problems/shift/submissions", json={"source": "x = 1", "mode": "submit"})
    submission = made.json()["id"]
    await ada.http.get(f"/api/v1/submissions/{submission}/events")
    await write(iris, "statement.md", "Another statement.\n")
    grader.verdicts = [Verdict.WRONG_ANSWER]
    task = await run_task(iris, "stage", {"reason": "The statement said too much."})
    assert (task["version"], task["status"]) == (2, "done")
    path = f"{API}/shift/regrades/{task['regrade']}"
    stream = await iris.http.get(f"{path}/events")
    assert read_events(stream.text)[-1][2]["status"] == "ready"
    blocked = await run_task(iris, "publish")
    assert "apply or drop" in blocked["message"]
    listed = (await iris.http.get(API)).json()["problems"]
    assert [(one["version"], one["staged"]) for one in listed] == [(1, 2)]
    diff = (await iris.http.get(path)).json()
    assert [(one["user"], one["before"]["verdict"], one["after"]["verdict"]) for one in diff["changes"]] == [
        ("ada", "accepted", "wrong_answer")
    ]
    changed = (await iris.http.get(f"{API}/shift/versions/1/diff/2")).json()
    (change,) = changed["changes"]
    assert (change["name"], change["noticed"]) == ("statement.md", True)
    assert "+Another statement." in change["diff"]
    check_problem(await iris.http.get(f"{API}/shift/versions/1/diff/9"), 404, "version_not_found")
    assert (await iris.http.post(f"{path}/apply")).json()["status"] == "applied"
    check_problem(await iris.http.post(f"{path}/drop"), 409, "conflict")
    versions = (await iris.http.get(f"{API}/shift/versions")).json()["versions"]
    assert [(one["number"], one["status"], one["submissions"]) for one in versions] == [
        (2, "published", 1),
        (1, "published", 0),
    ]
    (notice,) = (await ada.http.get("/api/v1/notices")).json()["notices"]
    assert (notice["submission"], notice["reason"]) == (submission, "The statement said too much.")
    report = (await ada.http.get(f"/api/v1/submissions/{submission}/regrades/1/report")).json()
    assert report["verdict"] == "accepted"
    assert len((await ada.http.get(f"/api/v1/submissions/{submission}/regrades")).json()["notices"]) == 1
    assert (await ada.http.delete("/api/v1/notices")).status_code == 204
    assert (await ada.http.get("/api/v1/notices")).json() == {"notices": []}
    check_problem(
        await iris.http.get(f"/api/v1/submissions/{submission}/regrades/1/report"), 404, "submission_not_found"
    )


async def test_rejudging_over_http(iris: Person, ada: Person, grader: StandInGrader) -> None:
    await run_task(iris, "publish")
    path = f"{API}/shift/rejudge"
    check_problem(await iris.http.post(path, json={"reason": "Why not."}), 422, "invalid_input")
    made = await ada.http.post("/api/v1/problems/shift/submissions", json={"source": "x = 1", "mode": "submit"})
    submission = made.json()["id"]
    await ada.http.get(f"/api/v1/submissions/{submission}/events")
    grader.verdicts = [Verdict.WRONG_ANSWER]
    body = {"reason": "A better machine.", "submission": submission, "apply": True}
    (regrade,) = (await iris.http.post(path, json=body)).json()["regrades"]
    await iris.http.get(f"{API}/shift/regrades/{regrade['id']}/events")
    assert (await ada.http.get(f"/api/v1/submissions/{submission}")).json()["verdict"] == "wrong_answer"
    (listed,) = (await iris.http.get(f"{API}/shift/regrades")).json()["regrades"]
    assert (listed["status"], listed["started_by"], listed["lost"]) == ("applied", "iris", 1)
    check_problem(await iris.http.get(f"{API}/shift/regrades/nothing"), 404, "regrade_not_found")
    check_problem(await iris.http.post(path, json={"reason": "x", "verdict": "nice"}), 422, "invalid_input")


async def test_statistics_of_a_problem_that_nobody_tried(iris: Person) -> None:
    empty = (await iris.http.get(f"{API}/shift/statistics")).json()
    assert (empty["attempts"], empty["solve_rate"], empty["wrong_ideas"]) == (0, None, [])
    await run_task(iris, "publish")
    assert (await iris.http.get(f"{API}/shift/statistics")).json() == empty


async def test_what_is_edited_here_is_not_published_over(
    application: FastAPI, press: StandInPress, settings: Settings
) -> None:
    services = application.state.services
    async with asyncio.timeout(20):
        await application.state.preparation.published.wait()  # The server's own publisher has looked.
    services.authoring.copies.create("shift", name="Shift", author="me")
    files = services.authoring.copies.read_all("shift")
    folders = (settings.problems / "shift", settings.references / "shift")
    for path, content in files.items():
        inner = path.removeprefix("solutions/")
        place = folders[inner != path] / inner
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (settings.data / "working" / "shift").rename(settings.data / "gone")
    publisher = Publisher(services, StandInGrader)  # type: ignore[arg-type]
    assert [one.outcome for one in await publisher.publish()] == ["published"]
    async with make_instructor(application, "root", Role.ADMIN) as admin:
        shown = (await admin.http.get(f"{API}/shift")).json()
        assert (shown["edited"], shown["findings"]) == (False, [])
        await write(admin, "statement.md", "Mine.\n")
        assert (await admin.http.get(f"{API}/shift")).json()["edited"]
    (folders[0] / "statement.md").write_text("The installation's.\n", encoding="utf-8")
    assert await publisher.publish() == []
    assert (folders[0] / "statement.md").read_text(encoding="utf-8") == "The installation's.\n"
    assert [one.outcome for one in await publisher.publish(["shift"])] == ["published"], "when it is named, it is"


async def test_the_schema_is_that_of_the_manifest(iris: Person) -> None:
    schema = (await iris.http.get("/api/v1/authoring/schema")).json()
    assert "checks" in schema["properties"]
    assert await publish(iris.application.state.services) == 1
