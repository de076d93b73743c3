"""Similar solutions over HTTP and on pages: what instructors see of a class, and which access is recorded."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import zipfile
from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import pytest
from sqlalchemy import insert, select, true

from app.db.models import ProblemVersion, Submission, make_public_id, now
from app.db.statuses import Status
from app.domains.similarity import repository, service
from app.domains.similarity.reading import Reader
from app.kit.workers.errors import TooHeavyError
from grader.report import Mode, Verdict
from tests.integration.app.conftest import AUTHORING, make_instructor, make_person
from tests.integration.app.test_courses import API as COURSES
from tests.integration.app.test_courses import check, join, make_assignment, make_course

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import Person, StandInGrader

PAGE: Final = "/authoring/shift/similar"
API: Final = f"{AUTHORING}/shift/similar"
ORIGINAL: Final = """import jax.numpy as jnp

# the trick from my notebook, page nine
def shift(x):
    widened = jnp.concatenate([x, x[:1] * 1.75])
    for step in range(3):
        widened = jnp.roll(widened, step) - jnp.mean(widened)
    lowest = jnp.where(widened > 0.125, widened, -widened)
    return jnp.cumsum(lowest)[:-1] + jnp.sqrt(jnp.abs(widened)).max() * jnp.linalg.norm(x)
"""
COPY: Final = (
    ORIGINAL.replace("widened", "buf").replace("lowest", "small").replace("step", "i").replace("# the", "#  my")
)
OTHERS: Final = (
    "import jax\n\ndef shift(x):\n    return jax.lax.fori_loop(0, 3, lambda i, s: s + i, x)\n",
    "def shift(x):\n    total = 0\n    while total < 9:\n        total += 2\n    return [total for each in x]\n",
    "import jax\n\n@jax.jit\ndef shift(x):\n    return jax.tree.map(lambda leaf: leaf - 3, {'a': x})['a']\n",
)
WRONG: Final = "def shift(x):\n    rest = x[3:] if len(x) > 3 else None\n    return rest\n"


@pytest.fixture
async def people(application: FastAPI, grader: StandInGrader, ada: Person, iris: Person) -> dict[str, Person]:
    """Return five learners of `shift`: `bob` has `ada`'s solution with other names, and made the same mistake first."""
    await iris.http.post(f"{AUTHORING}/shift/publish")
    await iris.http.get(f"{AUTHORING}/shift/task/events")
    found = {"ada": ada}
    for name in ("bob", "cleo", "dan", "eve"):
        found[name] = make_person(application)
        await found[name].sign_up(name)
    grader.verdicts = [*[Verdict.WRONG_ANSWER, Verdict.ACCEPTED] * 2, *[Verdict.ACCEPTED] * 3]
    for name, sources in (
        ("ada", [WRONG, ORIGINAL]),
        ("bob", [WRONG.replace("rest", "tail"), COPY]),
        *((name, [source]) for name, source in zip(("cleo", "dan", "eve"), OTHERS, strict=True)),
    ):
        for source in sources:
            await submit(found[name], source)
    return found


async def submit(person: Person, source: str) -> str:
    answer = await person.http.post("/api/v1/problems/shift/submissions", json={"source": source, "mode": "submit"})
    made = str(answer.json()["id"])
    await person.http.get(f"/api/v1/submissions/{made}/events")
    return made


async def list_audit(application: FastAPI) -> list[tuple[str, str, object]]:
    entries = await application.state.services.audit.list_since(None)
    return [(one.actor, one.target, one.details) for one in entries if one.action == "similar_viewed"]


async def test_the_copy_is_first_and_all_evidence_is_told(
    people: dict[str, Person], iris: Person, application: FastAPI
) -> None:
    found = (await iris.http.get(API)).json()
    assert found["ready"]
    assert found["people"] == 5
    first = found["pairs"][0]
    assert [first["left"]["name"], first["right"]["name"]] == ["ada", "bob"]
    kinds = {one["kind"]: one for one in first["evidence"]}
    assert 15 <= kinds["structure"]["alone"] <= kinds["structure"]["count"]
    assert kinds["number"]["samples"] == ["0.125", "1.75"]
    assert kinds["attempt"]["count"] == 1
    assert all(pair["weight"] < first["weight"] / 5 for pair in found["pairs"][1:])
    html = (await iris.http.get(PAGE)).text
    assert "Similar structure alone proves nothing" in html
    path = f"{PAGE}/{first['left']['submission']}/{first['right']['submission']}"
    assert path in html
    html = (await iris.http.get(path)).text
    for expected in ("ada and bob", 'id="left-part-1"', 'href="#left-part-1"', "nobody else has all of it", "1.75"):
        assert expected in html, expected
    assert (await iris.http.get(path)).headers["cache-control"] == "no-store"
    seen = ("iris", "shift", {"pair": ["ada", "bob"]})
    assert await list_audit(application) == [("iris", "shift", {})] * 2 + [seen] * 2


async def test_dolos_gets_its_four_tables(people: dict[str, Person], iris: Person) -> None:
    answer = await iris.http.get(f"{API}/dolos")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        tables = {
            name: list(csv.DictReader(io.StringIO(archive.read(name).decode(), newline="")))
            for name in archive.namelist()
        }
    assert set(tables) == {"metadata.csv", "files.csv", "kgrams.csv", "pairs.csv"}
    by_name = {row["path"]: row for row in tables["files.csv"]}
    ada = by_name["ada.py"]
    assert ada["content"] == ORIGINAL
    ast, mapping = json.loads(ada["ast"]), json.loads(ada["mapping"])
    assert len(ast) == len(mapping)
    at = ast.index("jax.numpy.concatenate")
    assert mapping[at] == {"startRow": 4, "startCol": 14, "endRow": 4, "endCol": 29}
    pair = tables["pairs.csv"][0]
    assert {pair["leftFilePath"], pair["rightFilePath"]} == {"ada.py", "bob.py"}
    assert float(pair["similarity"]) > 0.9
    assert (await iris.http.get(f"{PAGE}/dolos")).status_code == 200


async def test_who_solved_is_compared_by_what_they_knew_then(people: dict[str, Person], iris: Person) -> None:
    await submit(people["cleo"], ORIGINAL)  # After solving it herself: she may have seen others'.
    await submit(iris, ORIGINAL)  # The problem's author is compared with nobody.
    found = (await iris.http.get(API)).json()
    assert found["people"] == 5
    names = [{pair["left"]["name"], pair["right"]["name"]} for pair in found["pairs"]]
    assert names[0] == {"ada", "bob"}
    assert {"ada", "cleo"} not in names


async def test_pairs_are_of_the_class(people: dict[str, Person], iris: Person) -> None:
    pair = (await iris.http.get(API)).json()["pairs"][0]
    left, right = pair["left"]["submission"], pair["right"]["submission"]
    wrong = (await people["ada"].http.get("/api/v1/problems/shift/submissions")).json()
    other = next(one["id"] for one in wrong["attempts"] if one["id"] != left)
    for path in (f"{left}/{left}", f"{left}/{other}", f"{right}/made-up"):
        assert "One of these isn&#39;t a solution" in await iris.read(f"{PAGE}/{path}", 404), path
    assert (await people["ada"].http.get(f"{PAGE}/{left}/{right}")).status_code == 403


async def test_the_staff_of_a_course_compare_its_students_alone(
    application: FastAPI, people: dict[str, Person], iris: Person
) -> None:
    async with make_instructor(application, "otto") as otto:
        course = await make_course(otto)
        path, page = f"{COURSES}/{course}/similar/shift", f"/courses/{course}/similar/shift"
        assert (await otto.http.get(path)).status_code == 404, "no kata of the course yet"
        assigned = make_assignment(katas=[{"problem": "shift", "points": 10}])
        check(await otto.http.post(f"{COURSES}/{course}/assignments", json=assigned), 201)
        assert (await otto.http.get(API)).status_code == 403, "he isn't an author of the kata"
        students = {name: await join(otto, people[name], course) for name in ("ada", "bob", "cleo")}
        change = {"name": "Ada Lovelace", "number": "1", "labels": []}
        check(await otto.http.put(f"{COURSES}/{course}/students/{students['ada']}", json=change))
        found = check(await otto.http.get(path))
        assert (found["ready"], found["people"]) == (True, 3), "dan and eve are in another class"
        first = found["pairs"][0]
        assert [first["left"]["name"], first["right"]["name"]] == ["Ada Lovelace (ada)", "bob"]
        html = await otto.read(page)
        pair = f"{page}/{first['left']['submission']}/{first['right']['submission']}"
        assert f'href="{pair}"' in html
        assert "Similar structure alone proves nothing" in html
        assert "1.75" in await otto.read(pair)
        assert await list_audit(application) == [
            ("otto", "shift", details | {"course": course})
            for details in ({}, {}, {"pair": ["Ada Lovelace (ada)", "bob"]})
        ]
        outside = (await people["dan"].http.get("/api/v1/problems/shift/submissions")).json()["attempts"][0]["id"]
        away = f"{page}/{first['left']['submission']}/{outside}"
        assert (await otto.http.get(away)).status_code == 404, "not both are of the class"
        with zipfile.ZipFile(io.BytesIO((await otto.http.get(f"{path}/dolos")).content)) as archive:
            files = list(csv.DictReader(io.StringIO(archive.read("files.csv").decode(), newline="")))
        assert [one["path"] for one in files] == ["cleo.py", "bob.py", "Ada Lovelace (ada).py"]
        check(await otto.http.delete(f"{COURSES}/{course}/students/{students['bob']}"), 204)
        assert check(await otto.http.get(path))["people"] == 2
        assert (await people["ada"].http.get(path)).status_code == 403
        assert f'href="{page}"' in await otto.read(f"/courses/{course}/stuck")


async def test_a_request_waits_no_longer_than_it_may(
    people: dict[str, Person], iris: Person, monkeypatch: pytest.MonkeyPatch, application: FastAPI
) -> None:
    gate, workers = asyncio.Event(), application.state.services.workers

    async def run_later(*given: Any) -> Any:  # noqa: ANN401 (whatever a task returns)
        await gate.wait()
        return await workers.run(*given)

    monkeypatch.setattr(application.state.services.similarity, "_workers", SimpleNamespace(run=run_later))
    monkeypatch.setattr(service, "WAIT_S", 0.0)
    found = (await iris.http.get(API)).json()
    assert (found["ready"], found["pairs"]) == (False, [])
    assert "This page reloads automatically" in (await iris.http.get(PAGE)).text
    assert (await iris.http.get(f"{API}/dolos")).status_code == 429
    assert await list_audit(application) == []  # Nobody has seen anything yet.
    monkeypatch.setattr(service, "WAIT_S", 60.0)
    gate.set()
    assert (await iris.http.get(API)).json()["ready"]


async def test_new_submissions_are_seen(
    people: dict[str, Person], iris: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await iris.http.get(API)).json()["people"] == 5
    finn = make_person(application)
    await finn.sign_up("finn")
    await submit(finn, COPY)
    assert (await iris.http.get(API)).json()["people"] == 6
    monkeypatch.setattr(repository, "MAX_PEOPLE", 2)
    await submit(finn, COPY)
    assert (await iris.http.get(API)).json()["people"] == 2


async def test_an_applied_regrade_is_seen(people: dict[str, Person], iris: Person, grader: StandInGrader) -> None:
    """It changes which submissions are the solutions, and which attempts were rejected, but no submission's time."""
    first = (await iris.http.get(API)).json()["pairs"][0]
    assert (first["left"]["accepted"], first["right"]["accepted"]) == (True, True)
    grader.verdicts = [Verdict.WRONG_ANSWER]
    here = f"{AUTHORING}/shift"
    [regrade] = check(await iris.http.post(f"{here}/rejudge", json={"reason": "A new check."}), 202)["regrades"]
    await iris.http.get(f"{here}/regrades/{regrade['id']}/events")
    check(await iris.http.post(f"{here}/regrades/{regrade['id']}/apply"))
    first = (await iris.http.get(API)).json()["pairs"][0]
    assert (first["left"]["accepted"], first["right"]["accepted"]) == (False, False)


async def test_nobody_pushes_out_the_attempts_of_others(
    people: dict[str, Person], application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sends runs without end hides no evidence, and fills no memory."""
    monkeypatch.setattr(repository, "MAX_ATTEMPTS", repository.MAX_ATTEMPTS_OF_ONE + 20)
    ada = await application.state.services.accounts.find("ada")

    def send_many(session: Session) -> tuple[Counter[int], set[int | None]]:
        first = session.scalars(select(Submission).where(Submission.user_id == ada.id)).first()
        assert first is not None
        run = {"user_id": ada.id, "problem_version_id": first.problem_version_id, "mode": Mode.RUN}
        rows = [
            {
                **run,
                "public_id": make_public_id(),
                "source": f"x = {number}",
                "status": Status.DONE,
                "created_at": now(),
            }
            for number in range(2 * repository.MAX_ATTEMPTS_OF_ONE)
        ]
        session.execute(insert(Submission), rows)
        everybody = set(session.scalars(select(Submission.user_id)))
        problem = session.scalars(
            select(ProblemVersion.problem_id).where(ProblemVersion.id == first.problem_version_id)
        ).one()
        users = [one for one in everybody if one is not None]
        listed = repository.list_attempts(session, problem, users, true())
        return Counter(one.user_id for one in listed), everybody

    made, everybody = await application.state.services.database.write(send_many)
    assert made[ada.id] == repository.MAX_ATTEMPTS_OF_ONE
    assert set(made) == everybody


async def test_a_source_that_takes_too_long_is_left_out_and_read_once() -> None:
    calls = []

    async def call(sources: list[str]) -> list[int]:
        calls.append(list(sources))
        if "evil" in sources:
            raise TooHeavyError
        return [len(source) for source in sources]

    reader = Reader[int]()
    done: list[int] = []
    assert await reader.read(["a", "evil", "bcd"], "", call, done.append) == [1, None, 3]
    assert sum(done) == 3
    assert await reader.read(["evil", "bcd"], "", call, done.append) == [None, 3]
    assert len(calls) == 4
    assert await reader.read(["bcd"], "another", call, done.append) == [3]
    assert len(calls) == 5
