"""Exceptions and extensions: contradictory dates are refused, and changing one field keeps the others."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest

from tests.integration.app.conftest import make_instructor
from tests.integration.app.test_course_pages import go
from tests.integration.app.test_courses import (
    API,
    COURSE,
    DAY,
    ZONE,
    check,
    join,
    make_assignment,
    make_course,
    make_learner,
    wall,
)
from tests.integration.app.test_exams import make_exam

if TYPE_CHECKING:
    from fastapi import FastAPI

    from tests.integration.app.conftest import JSON

OPEN, DUE, LATE = wall(-5 * DAY), wall(5 * DAY), wall(7 * DAY)
EXCEPTIONS: list[tuple[dict[str, object], str]] = [
    ({"due_at": wall(-6 * DAY)}, "due_at"),
    ({"opens_at": wall(6 * DAY)}, "opens_at"),
    ({"opens_at": wall(8 * DAY), "due_at": wall(7 * DAY)}, "due_at"),
    ({"early_until": wall(-6 * DAY)}, "early_until"),
    ({"early_until": wall(6 * DAY)}, "early_until"),
    ({"late_until": wall(4 * DAY)}, "late_until"),
    ({"minutes": 30}, "minutes"),
    ({"late_credit": -1}, "late_credit"),
    ({"late_days": -1}, "late_days"),
]


def name_fields(answer: JSON) -> list[str]:
    return [one["field"].rpartition(".")[2] for one in answer["errors"]]


async def test_an_exception_that_contradicts_its_assignment_is_refused(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        path = f"{API}/{course}"
        check(await iris.http.put(f"{path}/labels/A"), 204)
        dates = {"opens_at": OPEN, "due_at": DUE, "late_until": LATE}
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment(**dates)), 201)["id"]
        overrides = f"{path}/assignments/{made}/overrides"
        for fields, name in EXCEPTIONS:
            for who in ({"label": "A"}, {"student": student}):
                answer = check(await iris.http.put(overrides, json={**who, **fields}), 422)
                assert name_fields(answer) == [name], fields
        assert check(await iris.http.get(overrides))["overrides"] == []
        later = {"label": "A", "due_at": wall(9 * DAY)}
        assert len(check(await iris.http.put(overrides, json=later))["overrides"]) == 1, "beyond the end of late work"
        exam = check(await iris.http.post(f"{path}/assignments", json=make_exam(minutes=30)), 201)["id"]
        for more in ({"late_until": wall(9 * DAY)}, {"early_until": wall(DAY)}, {"late_days": 1}):
            wrong = {"label": "A", **more}
            answer = check(await iris.http.put(f"{path}/assignments/{exam}/overrides", json=wrong), 422)
            assert name_fields(answer) == ["minutes"], more


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"due_at": wall(-6 * DAY)}, "due_at"),
        ({"late_until": wall(4 * DAY)}, "late_until"),
        ({"early_until": wall(6 * DAY)}, "early_until"),
        ({"katas": [{"problem": "double", "points": -1}]}, "points"),
        ({"katas": [{"problem": "double"}, {"problem": "double"}]}, "katas"),
        ({"late_credit": -5}, "late_credit"),
        ({"overrides": [{"label": "A", "due_at": wall(-6 * DAY)}]}, "due_at"),
    ],
)
async def test_a_file_with_one_wrong_assignment_makes_nothing(
    application: FastAPI, changes: dict[str, Any], field: str
) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        check(await iris.http.put(f"{API}/{course}/labels/A"), 204)
        check(await iris.http.post(f"{API}/{course}/assignments", json=make_assignment()), 201)
        file = check(await iris.http.get(f"{API}/{course}/export"))
        wrong = file["assignments"][0] | changes
        answer = await iris.http.post(f"{API}/import", json=file | {"assignments": [*file["assignments"], wrong]})
        assert name_fields(check(answer, 422)) == [field]
        assert answer.json()["errors"][0]["field"].removeprefix("body.").startswith("assignments.1."), (
            "the second of the file"
        )
        assert len(check(await iris.http.get(API))["courses"]) == 1, "the right assignment wasn't imported, either"


async def test_negative_points_are_told_beside_the_filled_form(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        fields: dict[str, Any] = {"name": "Doubling", "opens_at": OPEN, "due_at": DUE}
        rows = {"problem": ["double"], "points": ["-3"]}
        answer = await iris.http.post(
            f"/courses/{course}/assignments/new", data=fields | rows, headers={"accept": "text/html"}
        )
        told = "<code>katas</code>, row 1, <code>points</code> can&#39;t be used: it must be at least 0."
        assert (answer.status_code, told in answer.text, 'value="-3"' in answer.text) == (422, True, True)
        assert 'value="Doubling"' in answer.text
        assert check(await iris.http.get(f"{API}/{course}/assignments"))["assignments"] == []


async def test_a_granted_extension_survives_other_exceptions_for_the_student(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        student = await join(iris, ada, course)
        path, page = f"{API}/{course}", f"/courses/{course}/students/{student}"
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment(due_at=DUE)), 201)["id"]
        later = check(await iris.http.post(f"{path}/assignments", json=make_assignment(opens_at=wall(DAY))), 201)["id"]
        ask = f"{path}/assignments/{made}/extensions"
        until, reason = wall(8 * DAY), "I was ill."
        assert name_fields(check(await ada.http.post(ask, json={"until": DUE, "reason": reason}), 422)) == ["until"]
        refused = await ada.send(f"/courses/{course}/assignments/{made}/extensions", until=DUE, reason=reason)
        assert (refused.status_code, f"\n{reason}</textarea>" in refused.text) == (422, True)
        check(await ada.http.post(ask, json={"until": until, "reason": reason}), 204)
        [request] = check(await iris.http.get(f"{path}/extensions"))["extensions"]
        decide = f"{path}/extensions/{request['id']}/decision"
        early = {"granted": True, "until": wall(4 * DAY)}
        assert name_fields(check(await iris.http.post(decide, json=early), 422)) == ["until"], "it would take time away"
        check(await iris.http.post(decide, json={"granted": True}))
        # The student's page shows the exception in the form, so saving another field keeps the granted date.
        form = read_form(await iris.read(page), made)
        assert form["due_at"] == until
        saved = await go(iris, f"/courses/{course}/assignments/{made}/overrides", **form | {"late_credit": "90"})
        assert saved == f"{page}#own-dates"
        [override] = check(await iris.http.get(f"{path}/assignments/{made}/overrides"))["overrides"]
        assert (override["due_at"], override["late_credit"]) == (until, 90)
        # Assignments that aren't open yet are listed there, too, and mistakes are shown there.
        wrong = read_form(await iris.read(page), later) | {"due_at": OPEN}
        answer = await iris.send(f"/courses/{course}/assignments/{later}/overrides", **wrong)
        assert (answer.status_code, "before it opens" in answer.text, "as this student" in answer.text) == (
            422, True, True,
        )  # fmt: skip
        gone = f"/courses/{course}/assignments/{made}/overrides/{override['id']}/delete"
        assert await go(iris, gone, student=student) == f"{page}#own-dates"
        assert check(await iris.http.get(f"{path}/assignments/{made}/overrides"))["overrides"] == []


async def test_an_exception_for_a_label_is_changed_field_by_field(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris:
        course = await make_course(iris)
        path = f"{API}/{course}"
        for label in ("A", "B"):
            check(await iris.http.put(f"{path}/labels/{label}"), 204)
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
        page = f"/courses/{course}/assignments/{made}"
        due = wall(6 * DAY)
        check(await iris.http.put(f"{path}/assignments/{made}/overrides", json={"label": "A", "due_at": due}))
        html = await iris.read(page)
        assert "<option>B</option>" in html
        assert "<option>A</option>" not in html, "A is changed where it is listed"
        form = read_form(html, made)
        assert (form["label"], form["due_at"]) == ("A", due)
        await go(iris, f"{page}/overrides", **form | {"late_credit": "70"})
        [override] = check(await iris.http.get(f"{path}/assignments/{made}/overrides"))["overrides"]
        assert (override["due_at"], override["late_credit"]) == (due, 70)


def read_form(html: str, assignment: str) -> dict[str, str]:
    """Return the fields of the first form with an assignment's exceptions, as a browser would send them."""
    form = html.partition(f'/assignments/{assignment}/overrides">')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]*)"', form))
    return fields | {"after": ""}


async def test_a_granted_extension_gives_the_spent_late_days_back(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        path = f"{API}/{course}"
        made = check(await iris.http.post(f"{path}/assignments", json=make_assignment()), 201)["id"]
        spend = f"{path}/assignments/{made}/late-days"
        check(await ada.http.put(spend, json={"days": 2}), 204)
        until = wall(8 * DAY)
        asked = {"until": until, "reason": "I was ill."}
        check(await ada.http.post(f"{path}/assignments/{made}/extensions", json=asked), 204)
        [request] = check(await iris.http.get(f"{path}/extensions"))["extensions"]
        check(await iris.http.post(f"{path}/extensions/{request['id']}/decision", json={"granted": True}))
        own = check(await ada.http.get(f"{path}/own"))
        [shown], [told] = own["assignments"], own["extensions"]
        ends = datetime.fromisoformat(shown["due"]).astimezone(ZoneInfo(ZONE)) - timedelta(minutes=1)
        assert (ends.strftime("%Y-%m-%dT%H:%M"), told["until"]) == (until, until), "the date that was granted"
        assert (shown["late_days_spent"], own["late_days_left"]) == (0, 3)
        # Those days can be spent again, even here, where they then move the granted date.
        check(await ada.http.put(spend, json={"days": 1}), 204)
        [later] = check(await ada.http.get(f"{path}/own"))["assignments"]
        assert later["due"] > shown["due"]


async def test_late_days_can_be_taken_back_after_their_number_was_lowered(application: FastAPI) -> None:
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course = await make_course(iris)
        await join(iris, ada, course)
        path = f"{API}/{course}"
        ids = [
            check(await iris.http.post(f"{path}/assignments", json=make_assignment(late_days=3)), 201)["id"]
            for _ in range(2)
        ]
        spend, other = (f"{path}/assignments/{one}/late-days" for one in ids)
        check(await ada.http.put(spend, json={"days": 2}), 204)
        check(await ada.http.put(other, json={"days": 1}), 204)
        check(await iris.http.put(path, json=COURSE | {"late_days": 0}))
        refused = check(await ada.http.put(spend, json={"days": 3}), 409)["detail"]
        assert refused == "You have at most 0 late days for this assignment."
        check(await ada.http.put(spend, json={"days": 1}), 204)
        check(await ada.http.put(spend, json={"days": 0}), 204)
        # The same where the assignment accepts fewer than before; its page still has the form.
        check(await iris.http.put(path, json=COURSE))
        check(await iris.http.put(f"{path}/assignments/{ids[1]}", json=make_assignment(late_days=0)))
        assert f"/courses/{course}/assignments/{ids[1]}/late-days" in await ada.read(f"/courses/{course}")
        check(await ada.http.put(other, json={"days": 0}), 204)
        assert check(await ada.http.get(f"{path}/own"))["late_days_left"] == 3
        assert f"/courses/{course}/assignments/{ids[1]}/late-days" not in await ada.read(f"/courses/{course}")
