"""Texts and bytes designed to be slow to process, sent to every route while the event loop is measured.

The measure is the processor time of the loop's own thread in one callback, during which nobody else is served.
Wall-clock time would be the same on an idle machine, but on a busy one it would only measure the load.
"""

from __future__ import annotations

import asyncio
import gc
import io
import json
import re
import threading
import time
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch
from urllib.parse import quote

import httpx

from tests.integration.app.conftest import AUTHORING
from tests.integration.app.security.test_hostile_text import LONGEST_QUERY, list_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.integration.app.security.served import Served

LIMIT_S: Final = 0.1
"""The maximum processor time of one callback, in seconds."""
TEXTS: Final[dict[str, str]] = {
    "open brackets": "(" * 60_000,
    "deep nesting": "[" * 30_000 + "]" * 30_000,
    "operators": "-" * 60_000 + "1",
    "a long line": "x = '" + "a" * 60_000 + "'",
    "empty lines": "\n" * 60_000,
    "equal and different lines": "x\n" * 750 + "".join(f"y{number}\n" for number in range(750)),
    "lines by turns": "".join(f"x\ny{number}\n" for number in range(700)),
    "headings": "# a\n" * 10_000,
    "headings with numbers": "".join(f"# a-{number % 90}\n# a\n" for number in range(3_000)),
    "links": "[a](b) " * 8_000,
    "link starts": "[" * 60_000,
    "nested links": "[a](" * 10_000,
    "references": "".join(f"[a{number}]: b\n" for number in range(4_000)) + "[a1]" * 4_000,
    "tables": "|a|b|\n|-|-|\n" + "|x|y|\n" * 9_000,
    "a wide table": "|a" * 4_000 + "|\n" + "|-" * 4_000 + "|\n" + "|x\n" * 9_000,
    "emphasis": "*a **b _c __d " * 4_000,
    "stars": "*" * 60_000,
    "backticks": "".join("`" * length + " " for length in range(340)),
    "quotations": ">" * 60_000,
    "nested lists": "".join(" " * 2 * depth + "- a\n" for depth in range(240)),
    "fences": "```python\n(\n```\n" * 4_000,
    "mathematics": "$a$ $$ " * 8_000,
    "callouts": "::: note\n" * 6_000,
    "entities and tags": "&amp;<a " * 7_500,
    "strings of strings": "f\"{f'{" * 10_000,
    "backslashes": '"' + "\\" * 60_000,
    "wide characters": "\U0001f9d1\u200d\U0001f680\uff21\u0301\u00e9" * 3_000,
    "combining marks": "a" + "\u0301" * 30_000,
    "right to left": "\u202e\u2066\u05d0\u200f" * 6_000,
    "yaml anchors": "a: &a [x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}, *{a}]\n" for a, b in pairwise("abcdefghijk")),
    "yaml depth": "name: " + "{a: " * 15_000,
    "yaml keys": "".join(f"? k{number}\n" for number in range(6_000)),
    "regular expression": "(a+)+" * 10_000 + "$",
    "percents": "%" * 30_000 + "_" * 30_000,
    "numbers": "9" * 60_000,
    "json depth": "[" * 60_000,
    "commas": "a,b;q=0.1," * 6_000,
    "separators": "a=b;c=d&" * 7_500,
}  # fmt: skip
"""The hostile texts, each of at most 64 KiB, so that it is accepted wherever source is."""
ENDS_SESSIONS: Final = re.compile(r"\b(sign-|session|account|password|role|disable)")  # not the routes of assignments
GOOD: Final = {
    "mode": "submit", "kind": "check", "decision": "share", "file": "statement.md", "tag": "*", "version": "0",
    "number": "1", "before": "1", "after": "1", "page": "1", "limit": "5", "order": "votes", "role": "learner",
    "language": "en", "name": "x", "slug": "x", "minutes": "10", "opens_at": "2026-10-01T08:00",
    "due_at": "2099-10-01T08:00", "holds_verdicts": "true",
}  # fmt: skip
"""Valid values of fields, so that a route gets as far as the hostile one. All other fields are sent as hostile text,
and, in another request, these are, too."""
HEADERS: Final = (
    "accept-language", "if-none-match", "if-match", "idempotency-key", "last-event-id", "referer", "origin", "accept",
    "content-type", "x-forwarded-for", "user-agent", "traceparent",
)  # fmt: skip
HEADER_LENGTH: Final = 4_000


@dataclass
class LoopWatch:
    """The processor times of callbacks on one thread's event loop."""

    thread: int | None = None
    worst_s: float = 0.0
    callback: str = ""

    def note(self, seconds: float, handle: asyncio.Handle) -> None:
        """Record a callback's time if it is the longest."""
        if seconds > self.worst_s:
            self.worst_s, self.callback = seconds, repr(handle)[:300]

    def take(self) -> tuple[float, str]:
        """Return the longest time since the last call, and the callback."""
        found = self.worst_s, self.callback
        self.worst_s, self.callback = 0.0, ""
        return found


@contextmanager
def watch_loop(thread: int) -> Iterator[LoopWatch]:
    """Measure each callback of the event loop that runs in a thread."""
    watch = LoopWatch(thread)
    run = asyncio.Handle._run

    def measure(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        try:
            run(handle)
        finally:
            if threading.get_ident() == watch.thread:
                watch.note(time.thread_time() - began, handle)

    asyncio.Handle._run = measure  # type: ignore[method-assign,assignment]
    gc.collect()
    gc.freeze()  # As the server does after its start.
    try:
        yield watch
    finally:
        asyncio.Handle._run = run  # type: ignore[method-assign]
        gc.unfreeze()


@cache
def make_archives() -> dict[str, bytes]:
    """Return zip files, and files disguised as such, that are costly to read."""
    bomb, many, real = io.BytesIO(), io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(300):
            archive.writestr(f"problems/shift/f{number}.md", b"\0" * 300_000)
    with zipfile.ZipFile(many, "w") as archive:
        for number in range(60_000):
            archive.writestr(zipfile.ZipInfo(f"problems/shift/f{number}.md"), b"")
    with zipfile.ZipFile(real, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(60):
            archive.writestr(f"problems/shift/f{number}.md", b"# a\n" * 60_000)
    return {
        "zip bomb": bomb.getvalue(),
        "zip of many": many.getvalue()[: 8 << 20],
        "zip of long texts": real.getvalue(),
    }


def make_json_bodies() -> dict[str, bytes]:
    """Return JSON that is costly to read or to refuse."""
    return {
        "json of many keys": json.dumps({f"k{number}": "" for number in range(14_000)}).encode(),
        "json of many items": json.dumps({"items": [{}] * 60_000, "events": ["x"] * 20_000}).encode(),
        "json number": b'{"source": ' + b"9" * 200_000 + b"}",
        "deep json": b'{"source": ' + b"[" * 120_000,
    }


@dataclass
class Finding:
    """One request, and the longest processor time of one of its callbacks."""

    what: str
    route: str
    status: int
    seconds: float
    callback: str


@dataclass
class Sweep:
    """Sends requests to a served world, one after another, and records each one's effect on the loop."""

    served: Served
    watch: LoopWatch
    findings: list[Finding] = field(default_factory=list)
    things: dict[str, str] = field(default_factory=dict)
    tell: Callable[[Finding], None] = lambda _finding: None
    """Called with each finding."""
    _headers: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.things = dict(self.served.world.things)
        self.http = httpx.Client(base_url=self.served.url, timeout=120)
        self.fields = {route: (names, is_json) for route, names, is_json in list_fields(self.served.world.application)}

    def ask(self, what: str, route: str, address: str, **way: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        """Send one request as a user who is allowed to, and record it.

        A request that took too long is sent twice more, and the shortest time counts if the response is the same: a
        text that is slow to read is slow each time, but a garbage collection, perhaps of the client here, isn't.
        """
        who = "admin" if "authoring" in route or "/admin" in route else "learner"
        headers = {**self._sign_in(who), "accept": "text/html", **way.pop("headers", {})}
        finding, answer = self._ask_once(what, route, address, headers, way)
        for _again in range(2):
            if finding.seconds < LIMIT_S:
                break
            other, _ = self._ask_once(what, route, address, headers, way)
            if other.status == finding.status and other.seconds < finding.seconds:
                finding = other
        self.findings.append(finding)
        self.tell(finding)
        if ENDS_SESSIONS.search(route):
            self._headers.clear()
        return answer

    def _ask_once(
        self, what: str, route: str, address: str, headers: dict[str, Any], way: dict[str, Any]
    ) -> tuple[Finding, httpx.Response]:
        self.watch.take()
        method = route.split(" ", maxsplit=1)[0]
        if route.endswith(("/events", "/live")):
            answer = self._ask_stream(method, address, headers)
        else:
            answer = self.http.request(method, address, headers=headers, **way)
        return Finding(what, route, answer.status_code, *self.watch.take()), answer

    def _ask_stream(self, method: str, address: str, headers: dict[str, Any]) -> httpx.Response:
        with self.http.stream(method, address, headers=headers) as answer:
            if answer.status_code == httpx.codes.OK:
                next(answer.iter_bytes(), None)
            return answer

    def _sign_in(self, who: str) -> dict[str, str]:
        if who not in self._headers:
            self._headers[who] = self.served.sign_in(who)
        return self._headers[who]

    def store(self, what: str, text: str) -> None:
        """Store a text everywhere: in a draft, in two submissions, and in files of a problem."""
        route = "POST /api/v1/problems/{slug}/submissions"
        made = []
        for source in (text, text[:-1] + "\n"):
            body = {"source": source, "mode": "submit"}
            answer = self.ask(what, route, "/api/v1/problems/shift/submissions", json=body)
            if answer.status_code == httpx.codes.ACCEPTED:
                made.append(answer.json()["id"])
                self.ask(
                    what, "GET /api/v1/submissions/{submission_id}/events", f"/api/v1/submissions/{made[-1]}/events"
                )
        if len(made) > 1:
            self.things |= {"submission_id": made[1], "public_id": made[1], "against": made[0]}
        self.ask(what, "PUT /api/v1/problems/{slug}/draft", "/api/v1/problems/shift/draft", json={"source": text})
        for file in ("statement.md", "lesson.md", "problem.yaml", "starter.py"):
            path = f"{AUTHORING}/shift/files/{file}"
            headers = {"if-match": "*", "content-type": "text/plain"}
            self.ask(
                what, "PUT /api/v1/authoring/problems/{slug}/files/{path}", path, content=text.encode(), headers=headers
            )

    def show(self, what: str) -> None:
        """Request the pages that show the stored texts."""
        shown = {
            "GET /submissions/{public_id}": "/submissions/{public_id}?against={against}",
            "GET /problems/{slug}": "/problems/{slug}?restore={public_id}",
            "GET /authoring/{slug}": "/authoring/{slug}?file=statement.md",
            "GET /authoring/{slug}/sharing": "/authoring/{slug}/sharing",
            "GET /authoring/{slug}/versions": "/authoring/{slug}/versions?before=1&after=working",
            "GET /authoring/{slug}/statistics": "/authoring/{slug}/statistics",
            "GET /authoring/{slug}/similar": "/authoring/{slug}/similar",
            "GET /authoring/{slug}/similar/dolos": "/authoring/{slug}/similar/dolos",
            "GET /authoring/{slug}/similar/{left}/{right}": "/authoring/{slug}/similar/{left}/{right}",
            "GET /authoring": "/authoring",
            "GET /api/v1/authoring/problems/{slug}": "/api/v1/authoring/problems/{slug}",
            "GET /api/v1/authoring/problems/{slug}/archive": "/api/v1/authoring/problems/{slug}/archive",
        }
        for route, address in shown.items():
            self.ask(what, route, address.format_map({"against": "", **self.things}))

    def send_text(self, what: str, text: str, route: str) -> None:
        """Send a text to a route in its fields, its path and its header, and as its body."""
        names, _ = self.fields.get(route, ([], False))
        plain = route.split(" ")[1].replace(":path}", "}")
        address = plain.format_map(self.things)
        for good in (GOOD, {}):
            self.send_fields(what, text, route, good)
            if not set(names) & set(GOOD):
                break
        if "{" in plain:
            hostile = dict.fromkeys(self.things, quote(text[:1500], safe=""))
            self.ask(what, route, plain.format_map({**hostile, "slug": self.things["slug"]}))
            self.ask(what, route, plain.format_map(hostile))
        if not route.endswith(("/events", "/live")):
            value = text[:HEADER_LENGTH].encode().replace(b"\n", b" ").strip()
            self.ask(what, route, address, headers=dict.fromkeys(HEADERS, value))

    def send_fields(self, what: str, text: str, route: str, good: dict[str, Any]) -> None:
        """Send a text to a route in each of its fields that has no `good` value."""
        method, path = route.split(" ")
        names, is_json = self.fields.get(route, ([], False))
        given = {name: good.get(name, text) for name in names}
        if method == "GET":
            most = LONGEST_QUERY // max(1, len(given))
            given = {name: value.encode()[:most].decode(errors="ignore") for name, value in given.items()}
        kind = "params" if method == "GET" else "json" if is_json else "data"
        self.ask(what, route, path.replace(":path}", "}").format_map(self.things), **{kind: given})

    def send_bytes(self, what: str, data: bytes, route: str, kind: str) -> None:
        """Send bytes to a route as its body, and as a form's file if it accepts one."""
        path = route.split(" ")[1]
        address = path.replace(":path}", "}").format_map(self.things)
        headers = {"content-type": kind, "if-match": "*"}
        named = f"{address}?name=a.zip" if route.endswith("/import") else address
        self.ask(what, route, named, content=data, headers=headers)
        names = self.fields.get(route, ([], False))[0]
        for name in {"archive", "file"} & set(names):
            self.ask(what, route, address, files={name: ("a.zip", data)}, data={"tag": "*"})

    def send_all_bytes(self, routes: list[str], *, whole: bool) -> None:
        """Send archives to the routes that accept them, and JSON to every route with a body."""
        changing = [route for route in routes if not route.startswith("GET")]
        for what, data in make_archives().items():
            for route in changing:
                if route.endswith(("/archive", "/import")):
                    self.send_bytes(what, data, route, "application/zip")
        bodies = make_json_bodies()
        for number, (what, data) in enumerate(bodies.items()):
            for route in changing if whole else changing[number :: len(bodies)]:
                self.send_bytes(what, data, route, "application/json")

    def list_routes(self) -> list[str]:
        """Return all routes with input, sorted so that those that end sessions are last."""
        return [route for route in self.fields if not route.startswith(("HEAD", "OPTIONS"))]


@contextmanager
def ask_meanwhile(served: Served) -> Iterator[list[float]]:
    """Have another user read a page repeatedly while the block runs; yield the response times, in seconds."""
    taken: list[float] = []
    over = threading.Event()

    def read() -> None:
        headers = served.sign_in("other_learner")
        with httpx.Client(base_url=served.url, headers=headers, timeout=120) as http:
            while not over.wait(0.05):
                began = time.monotonic()
                assert http.get("/api/v1/problems").status_code == httpx.codes.OK
                taken.append(time.monotonic() - began)

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield taken
    finally:
        over.set()
        thread.join()


@contextmanager
def let_everything_in() -> Iterator[None]:
    """Turn throttling off, and shorten the time limit for drawing texts, for the duration of the block."""
    with (
        patch("app.domains.limits.throttle.Throttle.begin", lambda *_asked: None),
        patch("app.kit.workers.pool.CPU_S", 0.2),  # The kernel's minimum is a second.
    ):
        yield


def sweep(
    served: Served,
    watch: LoopWatch,
    *,
    whole: bool,
    texts: dict[str, str] = TEXTS,
    parts: tuple[str, ...] = ("",),
    tell: Callable[[Finding], None] = lambda _finding: None,
) -> Sweep:
    """Send everything hostile to every route; in a sample, each route gets two texts and each text some routes.

    Only routes that contain one of `parts` are used. `tell` is called with each finding.
    """
    running = Sweep(served, watch)
    routes = [route for route in running.list_routes() if any(part in route for part in parts)]
    for route in routes:  # Warm up: work that is done once per process, such as compiling templates, isn't measured.
        running.send_fields("harmless", "x", route, GOOD)
    running.store("harmless", "x = 1")
    running.show("harmless")
    running.findings.clear()
    running.tell = tell
    every = 1 if whole else max(1, len(texts) // 2)
    for number, (what, text) in enumerate(texts.items()):
        if whole or number % 4 == 0:
            running.store(what, text)
            running.show(what)
        for route in routes[number % every :: every]:
            running.send_text(what, text, route)
    running.send_all_bytes(routes, whole=whole)
    running.http.close()
    return running
