"""Webhooks: stored with the verdict, sent to a real server on loopback, signed, and retried."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select, update

from app.db.models import Webhook, WebhookDelivery, now
from app.db.statuses import DeliveryStatus, Role
from app.domains.vault.keys import Vault
from app.domains.webhooks import sender as module
from app.domains.webhooks.repository import MAX_OF_OWNER
from app.domains.webhooks.sender import PAUSES_S, Sender
from app.domains.webhooks.signing import sign
from tests.integration.app.conftest import EACH_DATABASE, Person, make_instructor
from tests.integration.app.test_http import check_problem

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import FastAPI

    from app.domains.webhooks.schemas import Due
    from app.kit.settings import Settings
    from app.services import Services

pytestmark = EACH_DATABASE

LOCAL = "127.0.0.1"


class Receiver:
    """A server that responds to each request with the next of `answers`, repeating the last one."""

    def __init__(self) -> None:
        self.answers = [b"200 OK"]
        self.requests: list[tuple[str, dict[str, str], str]] = []
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        raw = dict(line.split(": ", 1) for line in head[1:] if line)
        body = (await reader.readexactly(int(fields["content-length"]))).decode()
        self.requests.append((head[0], {name.lower(): value for name, value in raw.items()}, body))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        location = b"Location: http://127.0.0.1:1/\r\n" if answer.startswith(b"3") else b""
        writer.write(b"HTTP/1.1 " + answer + b"\r\n" + location + b"Content-Length: 6\r\n\r\nSECRET")
        await writer.drain()
        writer.close()
        await writer.wait_closed()


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"webhook_hosts": LOCAL})


@pytest.fixture
async def receiver() -> AsyncIterator[Receiver]:
    made = Receiver()
    server = await asyncio.start_server(made.serve, LOCAL, 0)
    async with server:
        made.url = f"http://{LOCAL}:{server.sockets[0].getsockname()[1]}/hook?x=1"
        yield made


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send nothing except when a test does so."""
    monkeypatch.setattr(module, "POLL_S", 3600)
    monkeypatch.setattr("app.server.application.DELAY_AFTER_START_S", 3600)


async def _make(person: Person, url: str, **options: object) -> dict[str, Any]:
    answer = await person.http.post("/api/v1/webhooks", json={"url": url, **options})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def _list(person: Person, made: dict[str, Any]) -> list[dict[str, Any]]:
    answer = await person.http.get(f"/api/v1/webhooks/{made['webhook']['id']}/deliveries")
    listed: list[dict[str, Any]] = answer.json()["deliveries"]
    return listed


async def _send(application: FastAPI, allowed: str = LOCAL) -> int:
    services: Services = application.state.services
    return await Sender(services.database, Vault(services.settings), frozenset({allowed})).send_due()


async def _make_due(application: FastAPI) -> None:
    past = update(WebhookDelivery).values(next_at=now() - timedelta(seconds=1))
    await application.state.services.database.write(lambda session: session.execute(past))


@EACH_DATABASE
async def test_a_verdict_is_told_and_signed(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    made = await _make(ada, receiver.url)
    submission = await ada.solve()
    assert [one["status"] for one in await _list(ada, made)] == ["waiting"]
    assert await _send(application) == 1
    [(line, headers, body)] = receiver.requests
    assert line == "POST /hook?x=1 HTTP/1.1"
    told = json.loads(body)
    assert told["type"] == "submission.judged"
    assert told["data"] == {
        "id": submission,
        "problem": "double",
        "version": 1,
        "user": "ada",
        "mode": "submit",
        "status": "done",
        "verdict": "accepted",
        "score": 1.0,
        "created_at": told["data"]["created_at"],
        "finished_at": told["data"]["finished_at"],
    }
    expected = sign(made["secret"], headers["webhook-id"], int(headers["webhook-timestamp"]), body)
    assert headers["webhook-signature"] == expected
    assert headers["content-type"] == "application/json"
    [seen] = await _list(ada, made)
    assert (seen["id"], seen["status"], seen["attempts"]) == (headers["webhook-id"], "delivered", 1)
    assert (seen["result"], seen["next_at"]) == ("status 200", None)
    assert await _send(application) == 0


async def test_restored_copy_sends_nothing(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    """And queued messages are sent once the copy is allowed to."""
    await _make(ada, receiver.url)
    await ada.solve()
    services: Services = application.state.services
    may_send = [False]
    sender = Sender(services.database, Vault(services.settings), frozenset({LOCAL}), lambda: may_send[0])
    assert await sender.send_due() == 0
    assert receiver.requests == []
    may_send[0] = True
    assert await sender.send_due() == 1


@EACH_DATABASE
async def test_a_webhook_is_tried_out(ada: Person, nobody: Person, application: FastAPI, receiver: Receiver) -> None:
    made = await _make(ada, receiver.url)
    path = f"/api/v1/webhooks/{made['webhook']['id']}/test"
    answer = await ada.http.post(path)
    assert (answer.status_code, answer.json()["status"]) == (202, "waiting")
    check_problem(await ada.http.post(path), 409, "conflict")
    assert await _send(application) == 1
    [(_, headers, body)] = receiver.requests
    told = json.loads(body)
    assert (told["type"], told["data"]) == ("webhook.test", {"webhook": made["webhook"]["id"]})
    assert headers["webhook-id"] == answer.json()["id"]
    assert headers["webhook-signature"] == sign(
        made["secret"], headers["webhook-id"], int(headers["webhook-timestamp"]), body
    )
    receiver.answers = [b"500 Oh"]
    for _ in range(2):
        assert (await ada.http.post(path)).status_code == 202, "what is to be tried again later is in nobody's way"
        assert await _send(application) == 1
    await nobody.sign_up("eve")
    check_problem(await nobody.http.post(path), 404, "webhook_not_found")


async def test_what_is_not_taken_is_sent_again_and_at_last_given_up(
    ada: Person, application: FastAPI, receiver: Receiver
) -> None:
    made = await _make(ada, receiver.url)
    await ada.solve()
    receiver.answers = [b"500 Oh", b"302 Found", b"503 Busy"]
    for attempt in range(1, len(PAUSES_S) + 2):
        await _make_due(application)
        assert await _send(application) == 1
        assert await _send(application) == 0, "not before its time"
        assert [one["attempts"] for one in await _list(ada, made)] == [attempt]
    [seen] = await _list(ada, made)
    assert (seen["status"], seen["result"]) == ("failed", "status 503")
    assert len({headers["webhook-id"] for _line, headers, _body in receiver.requests}) == 1
    assert len(receiver.requests) == len(PAUSES_S) + 1, "redirects are not followed"
    page = await ada.read("/account/webhooks")
    assert "status 503" in page
    assert "SECRET" not in page
    assert "It has accepted nothing since" in page
    await ada.solve()
    receiver.answers = [b"204 No Content"]
    await _send(application)
    assert "It has accepted nothing since" not in await ada.read("/account/webhooks")


async def test_a_webhook_that_takes_nothing_for_a_day_is_disabled(
    ada: Person, application: FastAPI, receiver: Receiver
) -> None:
    made = await _make(ada, receiver.url)
    receiver.answers = [b"500 Oh"]
    await ada.solve()
    await _send(application)
    long_ago = update(Webhook).values(failing_since=now() - timedelta(hours=25))
    await application.state.services.database.write(lambda session: session.execute(long_ago))
    await _make_due(application)
    await _send(application)
    assert [one["status"] for one in await _list(ada, made)] == ["failed"]
    await ada.solve()
    assert len(await _list(ada, made)) == 1, "nothing is stored for a disabled one"
    page = await ada.read("/account/webhooks")
    assert "Disabled on" in page
    number = made["webhook"]["id"]
    assert (await ada.send(f"/account/webhooks/{number}/enable")).status_code == 303
    receiver.answers = [b"410 Gone"]
    await ada.solve()
    await _send(application)
    [seen] = (await ada.http.get("/api/v1/webhooks")).json()["webhooks"]
    assert seen["disabled_at"] is not None, "who says that it is gone is believed"


async def test_a_message_is_sent_again(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    made = await _make(ada, receiver.url)
    number = made["webhook"]["id"]
    receiver.answers = [b"410 Gone", b"204 No Content"]
    await ada.solve()
    await _send(application)
    [message] = await _list(ada, made)
    assert message["status"] == "failed"
    assert (await ada.send(f"/account/webhooks/{number}/send", message=message["id"])).status_code == 303
    await _send(application)
    [message] = await _list(ada, made)
    assert (message["status"], message["attempts"]) == ("delivered", 1)
    [webhook] = (await ada.http.get("/api/v1/webhooks")).json()["webhooks"]
    assert (webhook["disabled_at"], webhook["failing_since"]) == (None, None)
    assert (await ada.send(f"/account/webhooks/{number}/send", message="another")).status_code == 422


async def test_old_messages_are_deleted(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    made = await _make(ada, receiver.url)
    await ada.solve()
    await _send(application)
    long_ago = now() - timedelta(days=31)
    old = update(WebhookDelivery).values(created_at=long_ago, next_at=long_ago)
    await application.state.services.database.write(lambda session: session.execute(old))
    await ada.solve()
    await _send(application)
    [seen] = await _list(ada, made)
    assert len(receiver.requests) == 2
    assert seen["id"] == receiver.requests[1][1]["webhook-id"]


async def test_private_addresses_are_not_connected_to(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    made = await _make(ada, receiver.url)
    inside = update(Webhook).values(url=receiver.url.replace(LOCAL, "localhost"))
    await application.state.services.database.write(lambda session: session.execute(inside))
    await ada.solve()
    await _send(application)
    assert receiver.requests == []
    [seen] = await _list(ada, made)
    assert seen["result"] == "the name has no public address"


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "http://[::1]/", "file:///etc/passwd", "https://"])
async def test_addresses_that_are_refused(ada: Person, url: str) -> None:
    check_problem(await ada.http.post("/api/v1/webhooks", json={"url": url}), 422, "invalid_input")
    assert 'aria-invalid="true"' in (await ada.http.post("/account/webhooks", data={"url": url})).text


async def test_who_is_told(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    async with make_instructor(application, "root", Role.ADMIN) as root:
        own = await _make(root, receiver.url)
        every = await _make(root, receiver.url, for_all=True)
        await ada.solve()
        assert (len(await _list(root, own)), len(await _list(root, every))) == (0, 1)
        # Who is no admin any more hears of nobody else: neither of what waits, nor of what comes, nor of what was sent.
        await application.state.services.accounts.change_role("root", Role.LEARNER)
        await ada.solve()
        assert await _send(application) == 0
        seen = await _list(root, every)
        assert {(one["status"], one["attempts"]) for one in seen} == {("failed", 0)}
        [_own, webhook] = (await root.http.get("/api/v1/webhooks")).json()["webhooks"]
        assert webhook["disabled_at"] is not None
        number = every["webhook"]["id"]
        answer = await root.send(f"/account/webhooks/{number}/send", message=seen[0]["id"])
        assert answer.status_code == 303
        assert await _send(application) == 0
        assert receiver.requests == []
        check_problem(
            await ada.http.get(f"/api/v1/webhooks/{every['webhook']['id']}/deliveries"), 404, "webhook_not_found"
        )
    answer = await ada.http.post("/api/v1/webhooks", json={"url": receiver.url, "for_all": True})
    check_problem(answer, 403, "forbidden")


async def test_the_page_makes_and_deletes_webhooks(ada: Person, receiver: Receiver) -> None:
    assert "You have no webhooks yet." in await ada.read("/account/webhooks")
    answer = await ada.send("/account/webhooks", url=receiver.url)
    assert answer.headers["cache-control"] == "no-store"
    secret = re.findall(r'id="secret" value="(whsec_[^"]+)"', answer.text)[0]
    page = await ada.read("/account/webhooks")
    assert secret not in page
    number = re.findall(r"/account/webhooks/(\w+)/delete", page)[0]
    for _ in range(2):
        assert (await ada.send(f"/account/webhooks/{number}/test")).status_code == 303
    assert (await ada.read("/account/webhooks")).count("<tr><td") == 1, "one test waits at a time"
    assert (await ada.send(f"/account/webhooks/{number}/delete")).status_code == 303
    assert "You have no webhooks yet." in await ada.read("/account/webhooks")
    for _ in range(5):
        await _make(ada, receiver.url)
    check_problem(await ada.http.post("/api/v1/webhooks", json={"url": receiver.url}), 409, "too_many_webhooks")


@EACH_DATABASE
async def test_two_servers_send_it_once(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    await _make(ada, receiver.url)
    await ada.solve()
    assert sorted(await asyncio.gather(_send(application), _send(application))) == [0, 1]
    assert len(receiver.requests) == 1


async def test_nothing_is_told_when_the_verdict_is_not_stored(
    ada: Person, application: FastAPI, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are in one transaction: if one fails, neither happens."""
    await _make(ada, receiver.url)
    services = application.state.services

    class Unlucky(Exception):  # noqa: N818 - it ends a test, not a program
        pass

    def store(session: Any) -> None:  # noqa: ANN401
        from app.domains.webhooks import outbox  # noqa: PLC0415 - for this test alone

        outbox.add_messages(session, 1)
        raise Unlucky

    await ada.solve()
    with pytest.raises(Unlucky):
        await services.database.write(store)
    rows = await services.database.read(lambda session: list(session.scalars(select(WebhookDelivery.status))))
    assert rows == [DeliveryStatus.WAITING]


@asynccontextmanager
async def _silent_server() -> AsyncIterator[str]:
    async def hang(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(hang, LOCAL, 0)
    async with server:
        yield f"http://{LOCAL}:{server.sockets[0].getsockname()[1]}/"


@pytest.fixture
def _patience_with_the_receiver(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for answers for a moment only, but for the receiver's as long as they take."""
    post = Sender._post

    async def post_patiently(sender: Sender, due: Due) -> tuple[int | None, str]:
        monkeypatch.setattr(module, "TIMEOUT_S", 60.0 if due.url == receiver.url else 0.2)  # It is read at once.
        return await post(sender, due)

    monkeypatch.setattr(Sender, "_post", post_patiently)


@pytest.mark.usefixtures("_patience_with_the_receiver")
async def test_who_never_answers_holds_nobody_up(ada: Person, application: FastAPI, receiver: Receiver) -> None:
    async with _silent_server() as silent:
        made = await _make(ada, silent)
        await _make(ada, receiver.url)
        await ada.solve()
        assert await _send(application) == 2
    assert len(receiver.requests) == 1
    assert [one["result"] for one in await _list(ada, made)] == ["no answer in time"]


@pytest.mark.usefixtures("_patience_with_the_receiver")
async def test_one_owners_messages_leave_room_for_others(
    ada: Person, nobody: Person, application: FastAPI, receiver: Receiver
) -> None:
    async with _silent_server() as silent:
        for number in range(5):
            await _make(ada, f"{silent}{number}")
        for _ in range(3):
            await ada.solve()
        await nobody.sign_up("bob")
        await _make(nobody, receiver.url)
        await nobody.solve()
        assert await _send(application) == MAX_OF_OWNER + 1
    assert len(receiver.requests) == 1, "who waited longest, but of each owner only a few"
