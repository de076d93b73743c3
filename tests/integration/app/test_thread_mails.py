"""Mails about messages, requests and reports go to those who may read them at the time, and to nobody else."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from app.db.models import ThreadMessage, User, now
from app.db.statuses import Role
from app.domains.accounts.repository import change_email
from app.domains.mails.service import MailService
from tests.integration.app.conftest import AUTHORING, EACH_DATABASE, make_instructor
from tests.integration.app.test_courses import API, DAY, check, join, make_learner, wall
from tests.integration.app.test_exams import hold, make_exam
from tests.integration.app.test_stuck import send
from tests.integration.app.test_threads import SOURCE, fail, hand_in

if TYPE_CHECKING:
    import pytest
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import Person, StandInGrader


def watch_mails(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return a list that receives each mail's recipient, and the path of its link."""
    sent: list[tuple[str, str]] = []

    async def send(_self: MailService, to: str, _subject: str, text: str, *_rest: object) -> None:
        [path] = re.findall(r"https?://[^/\s]+(/\S+)", text)
        sent.append((to, path))

    monkeypatch.setattr(MailService, "send", send)
    return sent


async def give_addresses(application: FastAPI, *people: str) -> None:
    services = application.state.services
    for name in people:
        account = await services.accounts.find(name)
        await services.database.write(
            lambda session, who=account, name=name: change_email(session, who.id, f"{name}@dojo.test")
        )


async def take_mails(application: FastAPI, sent: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the mails since the last call, and let ten minutes pass without messages."""
    services = application.state.services
    await services.mailer.wait()
    taken = sent.copy()
    sent.clear()

    def age(session: Session) -> None:
        for message in session.scalars(select(ThreadMessage)):
            message.created_at -= timedelta(minutes=11)

    await services.database.write(age)
    return taken


@EACH_DATABASE
async def test_mails_about_threads_go_to_whom_they_concern(
    application: FastAPI, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = watch_mails(monkeypatch)
    async with (
        make_instructor(application, "iris") as iris,
        make_instructor(application, "otto") as otto,
        make_instructor(application, "admin", Role.ADMIN) as admin,
        make_learner(application, "ada") as ada,
        make_learner(application, "bob") as bob,
    ):
        course, _assignment, submission = await hand_in(iris, ada, grader)
        await join(iris, bob, course)
        rights = {"content": "view", "data": "edit"}
        check(await iris.http.put(f"{API}/{course}/staff/otto", json=rights))
        path, page = f"{API}/{course}/submissions/{submission}", f"/courses/{course}/submissions/{submission}"
        message = {"body": "Look."}

        async def write(who: Person) -> list[tuple[str, str]]:
            check(await who.http.post(f"{path}/messages", json=message), 201)
            return await take_mails(application, sent)

        assert await write(iris) == [], "nobody has an address"
        await give_addresses(application, "iris", "otto", "admin", "ada", "bob")
        assert await write(iris) == [("ada@dojo.test", page)], "the student, and neither others nor staff"
        assert await write(ada) == [], "nobody deals with it"
        # A second message within ten minutes is mailed to nobody.
        check(await iris.http.post(f"{path}/messages", json=message), 201)
        check(await iris.http.post(f"{path}/messages", json=message), 201)
        assert await take_mails(application, sent) == [("ada@dojo.test", page)]
        # A request's owner gets mails about it, once there is one, as long as they may see students' data.
        request = check(await ada.http.post(f"{path}/requests", json={"reason": "Why?"}), 201)["requests"][0]["id"]
        owner = f"{API}/{course}/requests/{request}/owner"
        assert await take_mails(application, sent) == []
        check(await iris.http.put(owner, json={"name": "otto"}))
        assert await write(ada) == [("otto@dojo.test", page)]
        check(await iris.http.put(f"{API}/{course}/staff/otto", json=rights | {"data": "none"}))
        assert await write(ada) == [], "otto may not read it any more"
        check(await iris.http.put(f"{API}/{course}/staff/otto", json=rights))
        gone = update(User).where(User.name == "otto").values(disabled_at=now())
        await application.state.services.database.write(lambda session: session.execute(gone))
        assert await write(ada) == [], "otto may not sign in any more"
        check(await iris.http.put(owner, json={"name": "iris"}))
        assert await write(ada) == [("iris@dojo.test", page)]
        # The answer goes to the student, and the next message to nobody, since the request is closed.
        answer = {"body": "No.", "outcome": "kept"}
        check(await admin.http.post(f"{API}/{course}/requests/{request}/answer", json=answer))
        assert await take_mails(application, sent) == [("ada@dojo.test", page)]
        assert await write(ada) == []
        # A student who was removed can't read the thread, so they get no mail.
        [student] = [
            one["id"]
            for one in check(await iris.http.get(f"{API}/{course}/students"))["students"]
            if one["account"] == "ada"
        ]
        check(await iris.http.delete(f"{API}/{course}/students/{student}"), 204)
        assert await write(iris) == []
        check(await iris.http.post(f"{API}/{course}/students/{student}/restore"))
        assert await write(iris) == [("ada@dojo.test", page)]
        del bob, otto


@EACH_DATABASE
async def test_no_mail_tells_of_a_thread_that_an_exam_closes(
    application: FastAPI, grader: StandInGrader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = watch_mails(monkeypatch)
    async with make_instructor(application, "iris") as iris, make_learner(application, "ada") as ada:
        course, _assignment, submission = await hand_in(iris, ada, grader)
        await give_addresses(application, "iris", "ada")
        path = f"{API}/{course}/submissions/{submission}"

        async def write() -> int:
            check(await iris.http.post(f"{path}/messages", json={"body": "Look."}), 201)
            return len(await take_mails(application, sent))

        assert await write() == 1
        # No mail is sent while an exam with this kata runs, even one that doesn't hold its verdicts.
        _exam, address = await hold(iris, course, holds_verdicts=False)
        check(await ada.http.post(f"{address}/start", json={}))
        assert check(await ada.http.get(f"{path}/thread"), 403)["code"] == "exam_running"
        assert check(await ada.http.get(f"{API}/{course}/threads"))["threads"] == []
        assert await write() == 0
        check(await iris.http.put(address, json=make_exam(draft=True)))
        check(await iris.http.delete(f"{address}?with_grades=true"), 204)
        assert len(check(await ada.http.get(f"{API}/{course}/threads"))["threads"]) == 1
        assert await write() == 1
        # Nor while an exam holds the verdict that the thread is about.
        _exam, address = await hold(iris, course, holds_verdicts=True)
        check(await ada.http.post(f"{address}/start", json={}))
        path = f"{API}/{course}/submissions/{await send(ada, SOURCE)}"
        assert await write() == 0
        check(await iris.http.post(f"{address}/release"))
        over = make_exam(opens_at=wall(-2 * DAY), due_at=wall(-DAY), holds_verdicts=True)
        check(await iris.http.put(address, json=over))
        assert await write() == 1


@EACH_DATABASE
async def test_mails_about_reports_go_to_the_author_who_deals_with_them(
    grader: StandInGrader, iris: Person, ada: Person, application: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = watch_mails(monkeypatch)
    made = await fail(iris, ada, grader)
    path = f"/api/v1/submissions/{made}/report"
    async with make_instructor(application, "otto") as otto:
        await give_addresses(application, "iris", "ada", "otto")
        check(await iris.http.put(f"{AUTHORING}/shift/authors/otto"))
        [report] = check(await ada.http.post(path, json={"reason": "x"}), 201)["requests"]
        here = f"{AUTHORING}/shift/reports/{report['id']}"
        assert await take_mails(application, sent) == [], "nobody deals with it"
        check(await otto.http.put(f"{here}/owner", json={"name": "otto"}))
        check(await ada.http.post(f"{path}/messages", json={"body": "Look."}), 201)
        told = await take_mails(application, sent)
        assert told == [("otto@dojo.test", f"/authoring/shift/reports/{report['id']}")]
        check(await iris.http.delete(f"{AUTHORING}/shift/authors/otto"))
        check(await ada.http.post(f"{path}/messages", json={"body": "Look."}), 201)
        assert await take_mails(application, sent) == [], "otto doesn't write this problem any more"
        check(await iris.http.post(f"{here}/answer", json={"body": "I did."}))
        assert await take_mails(application, sent) == [("ada@dojo.test", f"/submissions/{made}#unfair")]
