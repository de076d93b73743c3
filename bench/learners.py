"""Simulated learners: each one submits source over HTTP, follows its events to the verdict, and starts again.

They are patient. A request to a server that is down, busy or full is repeated, and a broken event stream is resumed
with `Last-Event-ID`. Submissions that were promised with a 202, and the events received, are kept to be compared with
what is stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import httpx

from app.db.statuses import EventKind, Role
from app.work.installation import open_installation

if TYPE_CHECKING:
    from app.kit.settings import Settings

PAUSE_S: Final = 0.1
PATIENCE_S: Final = 20.0


@dataclass(frozen=True)
class Told:
    """An event that a learner received."""

    id: int
    kind: str
    data: dict[str, Any]


@dataclass
class Promise:
    """An accepted (202) submission: its expected verdict, its events, and how often its stream was resumed."""

    id: str
    verdict: str
    posted_s: float
    told: list[Told] = field(default_factory=list)
    resumed: int = 0

    @property
    def is_over(self) -> bool:
        """Whether its learner got the verdict. One that failed on our side isn't over, as it is queued again later."""
        return bool(self.told) and self.told[-1].kind == EventKind.VERDICT


async def enrol(settings: Settings, count: int) -> list[str]:
    """Create `count` accounts, and return an API token for each."""
    async with open_installation(settings) as services:
        tokens = []
        for number in range(count):
            name = f"learner{number}"
            account = await services.accounts.add_user(name, f"the password of {name}", Role.LEARNER)
            tokens.append(await services.tokens.make(account))
        return tokens


class Learners:
    """All learners, concurrently, until `stop`."""

    def __init__(self, address: str, slug: str, sources: dict[str, str], *, seed: int = 0) -> None:
        """Submit the `sources`, each with its expected verdict, to the problem `slug`."""
        self.promises: list[Promise] = []
        self.refused = 0
        """The number of POST requests with a response other than 202."""
        self.broken = 0
        """The number of requests without a response."""
        self._address = address
        self._slug = slug
        self._sources = sources
        self._seed = seed
        self._stopping = False

    def stop(self) -> None:
        """Submit nothing new; pending submissions are still followed to their end."""
        self._stopping = True

    async def learn(self, tokens: list[str]) -> None:
        """Have a learner for each token work until `stop`, and return when all have their verdicts."""
        async with asyncio.TaskGroup() as group:
            for number, token in enumerate(tokens):
                group.create_task(self._learn(token, random.Random(self._seed + number)))  # noqa: S311 - nothing secret

    async def _learn(self, token: str, chance: random.Random) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx.AsyncClient(base_url=self._address, headers=headers, timeout=PATIENCE_S) as http:
            while not self._stopping:
                source, verdict = chance.choice(sorted(self._sources.items()))
                promise = await self._submit(http, source, verdict)
                if promise is None:
                    await asyncio.sleep(PAUSE_S)
                    continue
                self.promises.append(promise)
                while not promise.is_over:
                    with contextlib.suppress(httpx.TransportError):
                        await follow(http, promise)
                    if not promise.is_over:
                        promise.resumed += 1
                        await asyncio.sleep(PAUSE_S)

    async def _submit(self, http: httpx.AsyncClient, source: str, verdict: str) -> Promise | None:
        began = time.perf_counter()
        path = f"/api/v1/problems/{self._slug}/submissions"
        try:
            answer = await http.post(path, json={"source": source, "mode": "submit"})
        except httpx.TransportError:
            self.broken += 1
            return None
        if answer.status_code != httpx.codes.ACCEPTED:
            self.refused += 1
            return None
        return Promise(answer.json()["id"], verdict, time.perf_counter() - began)


async def follow(http: httpx.AsyncClient, promise: Promise) -> None:
    """Append a submission's events, from where the last stream broke until this one ends."""
    headers = {"Last-Event-ID": str(promise.told[-1].id)} if promise.told else {}
    async with http.stream("GET", f"/api/v1/submissions/{promise.id}/events", headers=headers) as answer:
        fields: dict[str, str] = {}
        async for line in answer.aiter_lines():
            name, _, value = line.partition(":")
            if name:
                fields[name] = value.strip()
                continue
            if fields.get("id"):  # events without an id are about the position in the queue, which isn't stored
                promise.told.append(Told(int(fields["id"]), fields["event"], json.loads(fields["data"])))
            fields = {}
