"""The instructors' pages without JavaScript, and what learners see of a regrade."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.db.statuses import Role
from grader.package.archive import PackageFiles, read_archive, write_archive
from grader.package.scaffold import write_package
from grader.report import CaseReport, CheckResult, Report, Shown, Verdict
from tests.integration.app.conftest import AUTHORING, StandInGrader, make_instructor

if TYPE_CHECKING:
    from fastapi import FastAPI

    from app.kit.settings import Settings
    from tests.integration.app.conftest import Person
    from tests.integration.app.press import StandInPress

PAGE = "/authoring/shift"


def find_tag(html: str) -> str:
    """Return the content's tag in the editor's form."""
    found = re.search(r'name="tag" value="&#34;(\w+)&#34;"', html)
    assert found
    return f'"{found[1]}"'


async def submit_form(person: Person, path: str, **fields: str) -> str:
    """Send a form and return the page to which it leads."""
    answer = await person.http.post(path, data=fields, follow_redirects=True)
    assert answer.status_code == 200, answer.text
    return answer.text


async def follow(person: Person) -> None:
    await person.http.get(f"{AUTHORING}/shift/task/events")


async def test_the_pages_are_for_instructors(iris: Person, ada: Person, nobody: Person) -> None:
    for path in (
        "/authoring",
        PAGE,
        f"{PAGE}/versions",
        f"{PAGE}/statistics",
        f"{PAGE}/sharing",
        f"{PAGE}/regrades/x",
        f"{PAGE}/task/live",
    ):
        assert (await nobody.http.get(path)).status_code == 401
        assert (await ada.http.get(path)).status_code == 403
    for path in ("files", "delete", "preview", "task", "task/cancel", "rejudge", "regrades/x"):
        answer = await ada.http.post(
            f"{PAGE}/{path}", data={"file": "starter.py", "kind": "check", "decision": "apply"}
        )
        assert answer.status_code == 403
    for path in ("/authoring/archive", f"{PAGE}/archive", f"{PAGE}/authors"):
        answer = await ada.http.post(path, data={"tag": "*", "name": "ada"}, files={"archive": b"x"})
        assert answer.status_code == 403
    assert 'href="/authoring"' in (await iris.http.get("/")).text
    assert 'href="/authoring"' not in (await ada.http.get("/")).text


async def test_a_problem_is_begun_and_opened(iris: Person) -> None:
    assert "Shift it" in (await iris.http.get("/authoring")).text
    html = await submit_form(iris, "/authoring", slug="second", name="The second")
    assert "<h1>The second</h1>" in html
    refused = await iris.http.post("/authoring", data={"slug": "second", "name": "Again"})
    assert (refused.status_code, "choose another slug" in refused.text) == (409, True)
    assert 'value="Again"' in refused.text, "what was typed stays"


async def test_saving_over_somebody_else_is_refused_and_loses_nothing(iris: Person) -> None:
    html = (await iris.http.get(f"{PAGE}?file=statement.md")).text
    assert 'id="preview"' in html
    tag = find_tag(html)
    await submit_form(iris, f"{PAGE}/files", file="statement.md", tag=tag, content="Theirs.\r\nTwo lines.\r\n")
    late = await iris.http.post(f"{PAGE}/files", data={"file": "statement.md", "tag": tag, "content": "Mine.\r\n"})
    assert late.status_code == 412
    assert "Somebody else changed" in late.text
    assert "- Theirs." in late.text
    assert "+ Mine." in late.text
    assert "Mine.\n</textarea>" in late.text
    stored = await iris.http.get(f"{AUTHORING}/shift/files/statement.md")
    assert stored.text == "Theirs.\nTwo lines.\n", "a form's line ends are the browser's, not the author's"
    html = await submit_form(iris, f"{PAGE}/files", file="statement.md", tag=find_tag(late.text), content="Both.\n")
    assert "Both." in html
    bad = await iris.http.post(f"{PAGE}/files", data={"file": "statement.md", "tag": find_tag(html), "content": "a\0b"})
    assert (bad.status_code, "NUL" in bad.text) == (422, True)


async def test_a_check_saves_first(iris: Person, press: StandInPress) -> None:
    html = (await iris.http.get(f"{PAGE}?file=starter.py")).text
    assert '<button form="save" name="kind" value="check">' in html
    tag, page = find_tag(html), {"file": "starter.py", "kind": "check"}
    broken = "BROKEN = True\n"
    await submit_form(iris, f"{PAGE}/files", **page, tag=tag, content=broken)
    await follow(iris)
    assert "Check: refused" in (await iris.http.get(PAGE)).text
    stored = f"{AUTHORING}/shift/files/starter.py"
    assert (await iris.http.get(stored)).text == broken
    late = await iris.http.post(f"{PAGE}/files", data={**page, "tag": tag, "content": "mine = 1\n"})
    assert (late.status_code, len(press.seen)) == (412, 1), "somebody else's text is neither replaced nor checked"
    assert '<button name="kind" value="check">' in late.text, "this would check the stored text"
    assert (await iris.http.get(stored)).text == broken
    await submit_form(iris, f"{PAGE}/files", **page, tag=find_tag(late.text), content=broken)
    await follow(iris)
    assert len(press.seen) == 2, "an unchanged text is checked, too"
    wrong = await iris.http.post(f"{PAGE}/files", data={**page, "kind": "redraw", "tag": tag, "content": ""})
    assert wrong.status_code == 422


@pytest.mark.usefixtures("press")
async def test_checking_an_installed_problem_makes_no_working_copy(application: FastAPI, settings: Settings) -> None:
    write_package("twice", settings.problems, settings.references, name="Twice", credits_="us")
    async with make_instructor(application, "root", Role.ADMIN) as root:
        html = (await root.http.get("/authoring/twice?file=statement.md")).text
        text = (await root.http.get(f"{AUTHORING}/twice/files/statement.md")).text
        fields = {"file": "statement.md", "kind": "check", "tag": find_tag(html), "content": text}
        assert (await root.http.post("/authoring/twice/files", data=fields)).status_code == 303
        await root.http.get(f"{AUTHORING}/twice/task/events")
        assert (await root.http.get(f"{AUTHORING}/twice/task")).json()["status"] == "done"
    assert not application.state.services.authoring.copies.has("twice")


async def test_saving_what_somebody_else_took_away_loses_nothing(iris: Person) -> None:
    html = await submit_form(iris, f"{PAGE}/files", file="solutions/rejected/new.py", content="x = 1\n")
    tag = find_tag(html)
    changed = await submit_form(iris, f"{PAGE}/files", file="solutions/rejected/new.py", tag=tag, content="x = 2\n")
    late = await iris.http.post(f"{PAGE}/delete", data={"file": "solutions/rejected/new.py", "tag": tag})
    assert (late.status_code, "x = 2\n</textarea>" in late.text) == (412, True), "what is theirs stays"
    await submit_form(iris, f"{PAGE}/delete", file="solutions/rejected/new.py", tag=find_tag(changed))
    mine = {"file": "solutions/rejected/new.py", "tag": find_tag(changed), "content": "x = 3\n"}
    gone = await iris.http.post(f"{PAGE}/files", data=mine)
    assert (gone.status_code, "x = 3\n</textarea>" in gone.text) == (412, True)
    html = await submit_form(iris, f"{PAGE}/files", file=mine["file"], tag="", content=mine["content"])
    assert "x = 3" in html


async def test_a_zip_replaces_only_what_the_page_knew(iris: Person) -> None:
    html = (await iris.http.get(f"{PAGE}/sharing")).text
    data = (await iris.http.get(f"{AUTHORING}/shift/archive")).content
    edit = (await iris.http.get(f"{PAGE}?file=statement.md")).text
    await submit_form(iris, f"{PAGE}/files", file="statement.md", tag=find_tag(edit), content="Theirs.\n")
    late = await iris.http.post(f"{PAGE}/archive", data={"tag": find_tag(html)}, files={"archive": data})
    assert (late.status_code, "Somebody else changed" in late.text) == (412, True)
    assert (await iris.http.get(f"{AUTHORING}/shift/files/statement.md")).text == "Theirs.\n"
    wrong = await iris.http.post(f"{PAGE}/archive", data={"tag": find_tag(late.text)}, files={"archive": b"no"})
    assert (wrong.status_code, "not a readable zip file" in wrong.text) == (422, True)
    done = await iris.http.post(
        f"{PAGE}/archive", data={"tag": find_tag(late.text)}, files={"archive": data}, follow_redirects=True
    )
    assert done.status_code == 200
    assert (await iris.http.get(f"{AUTHORING}/shift/archive")).content == data


async def test_a_zip_becomes_a_new_problem(iris: Person) -> None:
    files = read_archive((await iris.http.get(f"{AUTHORING}/shift/archive")).content)
    data = write_archive(PackageFiles("other", files.package, files.references))
    made = await iris.http.post("/authoring/archive", files={"archive": data}, follow_redirects=True)
    assert (made.status_code, "<h1>Shift it</h1>" in made.text) == (200, True)
    again = await iris.http.post("/authoring/archive", files={"archive": data})
    assert (again.status_code, "There is already a problem" in again.text) == (409, True)


async def test_a_problem_is_shared_from_its_page(iris: Person, application: FastAPI) -> None:
    async with make_instructor(application, "otto") as otto:
        nobody = await iris.http.post(f"{PAGE}/authors", data={"name": "none"})
        assert (nobody.status_code, "no account" in nobody.text, 'value="none"' in nobody.text) == (404, True, True)
        assert "otto" in await submit_form(iris, f"{PAGE}/authors", name="otto")
        html = (await otto.http.get(f"{PAGE}/sharing")).text
        assert "Only its owner and admins can share it" in html
        assert (
            await otto.http.post(f"{PAGE}/authors", data={"name": "otto", "decision": "unshare"})
        ).status_code == 403
        html = await submit_form(iris, f"{PAGE}/authors", name="otto", decision="unshare")
        assert "otto" not in html
        assert (await otto.http.get(PAGE)).status_code == 403


async def test_findings_lead_to_their_lines(iris: Person) -> None:
    html = (await iris.http.get(PAGE)).text
    text = (await iris.http.get(f"{AUTHORING}/shift/files/problem.yaml")).text
    broken = text.replace("difficulty", "dificulty")
    html = await submit_form(iris, f"{PAGE}/files", file="problem.yaml", tag=find_tag(html), content=broken)
    assert "file=problem.yaml&amp;line=6" in html
    assert "did you mean" in html
    html = await submit_form(iris, f"{PAGE}/files", file="solutions/rejected/new.py")
    assert "Remove this file" in html
    gone = await submit_form(iris, f"{PAGE}/delete", file="solutions/rejected/new.py", tag=find_tag(html))
    assert "new.py" not in gone


async def test_a_preview_runs_no_script(iris: Person) -> None:
    html = (await iris.http.post(f"{PAGE}/preview", data={"text": "# Hello\n\n<script>alert(1)</script>"})).text
    assert "<h1" in html
    assert "<script" not in html


async def test_a_task_is_cancelled_from_the_page(iris: Person, application: FastAPI) -> None:
    async with application.state.workshop._one_at_a_time:
        html = await submit_form(iris, f"{PAGE}/task", kind="check")
        assert f'action="{PAGE}/task/cancel"' in html
        html = await submit_form(iris, f"{PAGE}/task/cancel")
        await follow(iris)
    html = (await iris.http.get(PAGE)).text
    assert "Check: cancelled" in html
    assert f'action="{PAGE}/task/cancel"' not in html


async def test_instructors_read_german_too(iris: Person) -> None:
    await submit_form(iris, f"{PAGE}/task", kind="check")
    await follow(iris)
    german = {"Accept-Language": "de"}
    told = {
        "/authoring": "Eine neue Aufgabe",
        PAGE: "Prüfen: fertig",
        f"{PAGE}/versions": "Noch ist nichts veröffentlicht.",
        f"{PAGE}/statistics": "Noch keine Abgaben. Probeläufe zählen nicht.",
        f"{PAGE}/sharing": "Wer Zugang hat",
    }
    for path, sentence in told.items():
        assert sentence in (await iris.http.get(path, headers=german)).text
    late = {"file": "statement.md", "tag": '"0"', "content": "Mine."}
    assert "Jemand anders hat" in (await iris.http.post(f"{PAGE}/files", data=late, headers=german)).text
    await submit_form(iris, f"{PAGE}/task", kind="publish")
    await follow(iris)
    assert "Version 1 ist veröffentlicht." in (await iris.http.get(PAGE, headers=german)).text


async def test_from_refusal_to_regrade(iris: Person, ada: Person, grader: StandInGrader) -> None:
    html = (await iris.http.get(f"{PAGE}?file=starter.py")).text
    right = "def shift(x):\n    ...\n"
    await submit_form(iris, f"{PAGE}/files", file="starter.py", tag=find_tag(html), content="BROKEN = 1\n")
    await submit_form(iris, f"{PAGE}/task", kind="check", file="starter.py")
    await follow(iris)
    html = (await iris.http.get(f"{PAGE}?file=starter.py")).text
    assert "Check: refused" in html
    assert "lesson.md:7" in html
    await submit_form(iris, f"{PAGE}/files", file="starter.py", tag=find_tag(html), content=right)
    await submit_form(iris, f"{PAGE}/task", kind="publish")
    live = (await iris.http.get(f"{PAGE}/task/live")).text
    assert "is published" in live
    made = await ada.http.post("/api/v1/problems/shift/submissions", json={"source": "x = 1", "mode": "submit"})
    submission = made.json()["id"]
    await ada.http.get(f"/api/v1/submissions/{submission}/events")
    html = (await iris.http.get(f"{PAGE}?file=statement.md")).text
    await submit_form(iris, f"{PAGE}/files", file="statement.md", tag=find_tag(html), content="New.\n")
    grader.verdicts = [Verdict.WRONG_ANSWER]
    await submit_form(iris, f"{PAGE}/task", kind="stage", reason="A case was wrong.")
    await follow(iris)
    task = (await iris.http.get(f"{AUTHORING}/shift/task")).json()
    path = f"{PAGE}/regrades/{task['regrade']}"
    await iris.http.get(f"{AUTHORING}/shift/regrades/{task['regrade']}/events")
    assert "is staged" in (await iris.http.get(PAGE)).text
    html = (await iris.http.get(path)).text
    assert "not applied yet" in html
    assert "As told." in html
    assert "Applied" in await submit_form(iris, path, decision="apply")
    html = (await iris.http.get(f"{PAGE}/versions?before=1&after=2")).text
    assert "+New." in html
    assert "wrong_answer" in (await iris.http.get(f"{PAGE}/statistics")).text
    home = (await ada.http.get("/")).text
    assert "Rejudged and no longer accepted" in home
    assert "A case was wrong." in home
    assert "A case was wrong." in (await ada.http.get(f"/submissions/{submission}")).text
    assert "Accepted" in (await ada.http.get(f"/submissions/{submission}/earlier/1")).text
    assert (await iris.http.get(f"/submissions/{submission}/earlier/1")).status_code == 404
    assert "Rejudged" not in await submit_form(ada, "/notices")
    again = await submit_form(iris, f"{PAGE}/rejudge", reason="Once more.")
    assert "Once more." in again


async def test_one_solution_is_tried_and_hidden_cases_are_shown_in_full(
    iris: Person, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str | None, int]] = []
    case = CaseReport(
        name="hidden-1",
        label="large numbers",
        hidden=False,
        verdict=Verdict.WRONG_ANSWER,
        seconds=0.5,
        checks=[CheckResult(check="values", passed=False, code="values.mismatch", message="Far off.")],
        shown=Shown(inputs="x = [1.5]", expected="[3.0]", got="[4.5]"),
    )

    def grade(*args: object, draw: int, **_: object) -> Report:
        asked.append((str(args[4]), None if args[5] is None else str(args[5]), draw))
        wrong = {"verdict": Verdict.WRONG_ANSWER, "code": "values.mismatch", "message": "Far off.", "score": 0.0}
        return Report.model_validate({"problem": "shift", "version": "draft", "mode": "run", "cases": [case], **wrong})

    monkeypatch.setattr("app.work.publishing.try_solution", grade)
    await submit_form(iris, f"{PAGE}/task", kind="try", solution="canonical", case="hidden-1")
    await follow(iris)
    page = (await iris.http.get(PAGE)).text
    for told in ("hidden-1", "large numbers", "x = [1.5]", "[3.0]", "[4.5]"):
        assert told in page, told
    assert asked == [("canonical", "hidden-1", 0)]
    assert (await ada.http.get(f"{AUTHORING}/shift/task")).status_code == 403, "learners don't see it"
    started = await iris.http.post(f"{AUTHORING}/shift/try", json={"solution": "starter"})
    assert started.status_code == 202
    await follow(iris)
    assert asked[-1] == ("starter", None, 0)
    assert (await iris.http.post(f"{PAGE}/task", data={"kind": "try", "solution": "x" * 101})).status_code == 422


async def test_a_problem_is_changed_as_a_whole_from_its_pages(iris: Person) -> None:
    reason = "Addition commutes, bit for bit."
    listed = await submit_form(iris, f"{PAGE}/equivalent", name="canonical:swap_operands.1", reason=reason)
    assert reason in listed
    assert "<code>final_state</code>" in (await iris.http.get(f"{PAGE}?file=problem.yaml")).text
    assert "Delete this draft" in (await iris.http.get(f"{PAGE}/versions")).text
    await submit_form(iris, f"{PAGE}/task", kind="publish")
    await follow(iris)
    assert "Put it back on the list" in await submit_form(iris, f"{PAGE}/change", change="retire")
    assert "Retire this problem" in await submit_form(iris, f"{PAGE}/change", change="restore")
    assert (await iris.http.post(f"{PAGE}/change", data={"change": "discard"})).status_code == 409
    await iris.http.post(AUTHORING, json={"slug": "other", "name": "Other"})
    assert "/authoring/other" not in await submit_form(iris, "/authoring/other/change", change="discard")
    page = (await iris.http.get(f"{PAGE}?file=solutions/accepted/new_axis.py")).text
    moved = await submit_form(
        iris, f"{PAGE}/rename", file="solutions/accepted/new_axis.py", tag=find_tag(page), to="solutions/accepted/a.py"
    )
    assert "solutions/accepted/a.py" in moved
