"""Sends texts and bytes that are slow to process to every route while the event loop is measured.

Each route is asked by somebody whom it lets in. What ends something is sent last.
"""

from __future__ import annotations

import gc
import re
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import patch
from urllib.parse import quote

import httpx

from app.domains.similarity.service import WAIT_S
from app.http.middleware import MAX_HEAD
from app.web.assets import STATIC
from app.web.drawing.pieces import MAX_PAGE_S
from tests.integration.app.conftest import AUTHORING
from tests.integration.app.security.bodies import FORM, Pieces, write_form
from tests.integration.app.security.fitting import MANY, choose_asker, fit, list_bodies, list_known
from tests.integration.app.security.hostile_texts import NEAR, RANGES, TEXTS, make_archives, make_bodies
from tests.integration.app.security.loop_watch import LIMIT_S
from tests.integration.app.security.test_authorisation import RULES
from tests.integration.app.security.test_hostile_text import LONGEST_QUERY, list_fields
from tests.integration.app.security.variants import vary, vary_headers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.integration.app.security.loop_watch import LoopWatch
    from tests.integration.app.security.served import Served

ENDS_SESSIONS: Final = re.compile(r"\b(sign|session|account|password|role|disable)")  # not the routes of assignments
ENDS_THINGS: Final = re.compile(
    r"^DELETE |/(delete|remove|revoke|unlink|unshare|leave|withdraw|retire|end|cancel)$|^POST /notices$"
)
"""Routes after which the others would find nothing any more."""
FILES: Final = frozenset({"archive", "file", "table"})
"""Fields of forms that take a file."""
GOOD: Final = {
    "mode": "submit", "kind": "check", "decision": "share", "file": "statement.md", "tag": "*", "version": "0",
    "number": "1", "before": "1", "after": "1", "page": "1", "limit": "5", "order": "votes", "role": "learner",
    "language": "en", "name": "x", "slug": "x", "minutes": "10", "opens_at": "2026-10-01T08:00",
    "due_at": "2099-10-01T08:00", "holds_verdicts": "true", "label": "A", "student": "", "invitation": "",
}  # fmt: skip
"""Valid values of fields, so that a route gets as far as the hostile one. All other fields are sent as hostile text,
and, in another request, these are, too."""
HEADERS: Final = (
    "accept-language", "if-none-match", "if-match", "idempotency-key", "last-event-id", "referer", "origin", "accept",
    "content-type", "x-forwarded-for", "user-agent", "traceparent",
)  # fmt: skip
HEADERS_OF_ALL: Final = (
    "cookie", "authorization", "range", "if-range", "if-modified-since", "accept-encoding", "forwarded",
    "x-forwarded-proto", "x-forwarded-host", "sec-fetch-site", "sec-fetch-dest", "tracestate", "baggage",
)  # fmt: skip
"""Further headers, which are read for every route if at all."""
HEADER_LENGTH: Final = 5_000
LONGEST_HEAD: Final = MAX_HEAD - 4_000
"""How long one header may be beside the rest of a head, in bytes."""
LONGEST_ADDRESS: Final = 60_000
"""How long an address may be that this client sends, in bytes."""

ROUTES_OF_EACH_KIND: Final = (
    "GET /problems/{slug}",
    "POST /signin",
    "GET /api/v1/problems",
    "POST /api/v1/format",
    f"GET /static/{min((one.name for one in STATIC.glob('*')), default='none')}",
)
"""A page, a form, JSON that is read and sent, and a file."""
COLLECT_EVERY: Final = 300
"""After how many requests the garbage is collected. Otherwise that would happen in mid-request, to a growing heap."""


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
    statuses: dict[str, set[int]] = field(default_factory=dict)
    """The statuses of all answers to fields, also to harmless ones, by route."""
    things: dict[str, str] = field(default_factory=dict)
    tell: Callable[[Finding], None] = lambda _finding: None
    """Called with each finding."""
    _headers: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.things = {"against": "", **self.served.world.things}
        self.http = httpx.Client(base_url=self.served.url, timeout=120)
        application = self.served.world.application
        self.fields = {route: (names, is_json) for route, names, is_json in list_fields(application)}
        self.bodies = list_bodies(application)

    def ask(
        self,
        what: str,
        route: str,
        address: str,
        *,
        renew: Callable[[int], None] = lambda _number: None,
        **way: Any,  # noqa: ANN401 - httpx's own
    ) -> httpx.Response:
        """Send one request as a user who is allowed to, and record it.

        `address` may name things in braces. If the request is repeated, its texts are varied, and `renew` is called
        before with the repetition's number, for texts that are stored.
        """
        hostile = way.pop("headers", {})

        def send(number: int) -> tuple[Finding, httpx.Response]:
            if number:
                renew(number)
            headers = {**self._sign_in(choose_asker(route)), "accept": "text/html", **vary_headers(hostile, number)}
            return self.ask_once(what, route, address.format_map(self.things), headers, **vary(way, number))

        answer = self.repeat(send)
        if not {"content", "files"} & set(way):  # Those may be refused before access is checked.
            self.statuses.setdefault(route, set()).add(answer.status_code)
        return answer

    def repeat(self, send: Callable[[int], tuple[Finding, httpx.Response]]) -> httpx.Response:
        """Send a request, and record it. `send` is called with the number of the repetition, from zero.

        A request that took too long is sent twice more, and the shortest time counts if the response is the same: a
        text that is slow to read is slow each time, but a garbage collection, perhaps of the client here, isn't. Each
        time the text should be a slightly different one, so that no result that was kept is of use.
        """
        finding, answer = send(0)
        for number in (1, 2):
            if finding.seconds < LIMIT_S:
                break
            other, _ = send(number)
            if other.status == finding.status and other.seconds < finding.seconds:
                finding = other
        self.findings.append(finding)
        self.tell(finding)
        if not finding.route.startswith("GET ") and ENDS_SESSIONS.search(finding.route):
            self._headers.clear()
        return answer

    def ask_once(
        self,
        what: str,
        route: str,
        address: str,
        headers: dict[str, Any],
        **way: Any,  # noqa: ANN401 - httpx's own
    ) -> tuple[Finding, httpx.Response]:
        """Send one request, and measure it.

        This client must not hold Python's lock for long itself, so the body is written before and sent in pieces.
        """
        if len(self.findings) % COLLECT_EVERY == 0:
            gc.collect()
            gc.freeze()
        method = route.split(" ", maxsplit=1)[0]
        if way.get("data") and "files" not in way:
            way["content"], headers = write_form(way.pop("data")), {**FORM, **headers}
        request = self.http.build_request(method, address, headers=headers, **way)
        request.stream = Pieces(request.read())
        self.watch.take()
        self.watch.asked = f"{what}, {route}"
        streams = route.endswith(("/events", "/live"))
        answer = self._ask_stream(request) if streams else self.http.send(request)
        return Finding(what, route, answer.status_code, *self.watch.take()), answer

    def _ask_stream(self, request: httpx.Request) -> httpx.Response:
        with closing(self.http.send(request, stream=True)) as answer:
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
                events = f"/api/v1/submissions/{made[-1]}/events"
                self.ask(what, "GET /api/v1/submissions/{submission_id}/events", events)
        if len(made) > 1:
            self.things |= {"submission_id": made[1], "public_id": made[1], "against": made[0]}
        self.ask(what, "PUT /api/v1/problems/{slug}/draft", "/api/v1/problems/shift/draft", json={"source": text})
        for file in ("statement.md", "lesson.md", "problem.yaml", "starter.py"):
            path = f"{AUTHORING}/shift/files/{file}"
            headers = {"if-match": "*", "content-type": "text/plain"}
            self.ask(
                what, "PUT /api/v1/authoring/problems/{slug}/files/{path}", path, content=text.encode(), headers=headers
            )

    def show(self, what: str, text: str) -> None:
        """Request the pages that show the stored text."""
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
            self.ask(what, route, address, renew=lambda number: self.store(what, vary(text, number)))

    def send_text(self, what: str, text: str, route: str) -> None:
        """Send a text to a route in its fields, its files, its path and its headers."""
        names, _ = self.fields.get(route, ([], False))
        address = route.split(" ")[1].replace(":path}", "}")
        for good in (GOOD, {}):
            self.send_fields(what, text, route, good)
            if not set(names) & set(GOOD):
                break
        self.send_fitting(what, text, route)
        for name in FILES & set(names):
            self.ask(what, route, address, files={name: ("a.csv", text.encode())})
        self.send_paths(what, text, route)
        value = text[:HEADER_LENGTH].encode().replace(b"\n", b" ").strip()
        self.ask(what, route, address, headers=dict.fromkeys(HEADERS, value))

    def send_paths(self, what: str, text: str, route: str) -> None:
        """Send a text to a route in its path, if that has parameters."""
        plain = route.split(" ")[1].replace(":path}", "}")
        if "{" in plain:
            hostile = dict.fromkeys(self.things, quote(text[:1500], safe=""))
            self.ask(what, route, plain.format_map({**hostile, "slug": self.things["slug"]}))
            self.ask(what, route, plain.format_map(hostile))

    def send_fitting(self, what: str, text: str, route: str) -> None:
        """Send JSON that its description allows, with as much of the text as fits, and with one item or many."""
        plain = route.replace(":path}", "}")
        if plain not in self.bodies:
            return
        address = plain.split(" ")[1]
        known = list_known(self.things, GOOD)
        bodies = [fit(self.bodies[plain], text, known), fit(self.bodies[plain], text[:20], known, items=MANY)]
        for body in bodies[: 1 + (bodies[0] != bodies[1])]:
            self.ask(what, route, address, json=body)

    def send_fields(self, what: str, text: str, route: str, good: dict[str, Any]) -> None:
        """Send a text to a route in each of its fields that has no `good` value."""
        method, path = route.split(" ")
        names, is_json = self.fields.get(route, ([], False))
        given = {name: good.get(name, text) for name in names}
        if method == "GET":
            most = LONGEST_QUERY // max(1, len(given))
            given = {name: value.encode()[:most].decode(errors="ignore") for name, value in given.items()}
        kind = "params" if method == "GET" else "json" if is_json else "data"
        way: dict[str, Any] = {kind: given}
        self.ask(what, route, path.replace(":path}", "}"), **way)

    def send_bytes(self, what: str, data: bytes, route: str, kind: str) -> None:
        """Send bytes to a route as its body, and as a form's file if it accepts one."""
        address = route.split(" ")[1].replace(":path}", "}")
        headers = {"content-type": kind, "if-match": "*"}
        named = f"{address}?name=a.zip" if route.endswith("/import") else address
        self.ask(what, route, named, content=data, headers=headers)
        names = self.fields.get(route, ([], False))[0]
        for name in FILES & set(names):
            self.ask(what, route, address, files={name: ("a.zip", data)}, data={"tag": "*"})

    def send_all_bytes(self, routes: list[str], *, whole: bool) -> None:
        """Send archives to the routes that accept them, and JSON and forms to every route with a body."""
        changing = [route for route in routes if not route.startswith("GET")]
        for what, data in make_archives().items():
            for route in changing:
                if route.endswith(("/archive", "/import")):
                    self.send_bytes(what, data, route, "application/zip")
        bodies = make_bodies()
        for number, (what, (kind, data)) in enumerate(bodies.items()):
            for route in changing if whole else changing[number :: len(bodies)]:
                self.send_bytes(what, data, route, kind)

    def send_head(self, what: str, text: str, route: str, names: tuple[str, ...]) -> None:
        """Send a text to a route as its query, and as each of some headers, as long as a head may be."""
        address = route.split(" ")[1]
        filled = (text * (LONGEST_HEAD // len(text) + 1)).replace("\n", " ").replace("\r", " ").encode()[:LONGEST_HEAD]
        query = quote(filled, safe="&=;+,:/?@$!()*~")[:LONGEST_ADDRESS]
        self.ask(what, route, f"{address}?{query}")
        for name in names:
            self.ask(what, route, address, headers={name: filled.strip()})

    def list_routes(self) -> list[str]:
        """Return all routes: first those that change something, so that the others show it."""
        routes = [route for route in self.fields if not route.startswith(("HEAD", "OPTIONS"))]
        return sorted(routes, key=lambda route: route.startswith("GET "))


@contextmanager
def let_everything_in() -> Iterator[None]:
    """Turn throttling off, and let texts and pages take little time to draw, for the duration of the block."""
    with (
        patch("app.domains.limits.throttle.Throttle.begin", lambda *_asked: None),
        patch("app.kit.workers.pool.CPU_S", 0.2),  # The kernel's minimum is a second.
        patch("app.web.drawing.pieces.MAX_PAGE_S", MAX_PAGE_S),  # as when it was imported: other tests wait longer
        patch("app.domains.similarity.service.WAIT_S", WAIT_S),
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
    lasting = [route for route in routes if not ENDS_THINGS.search(route)]
    ending = [route for route in RULES if route in routes and ENDS_THINGS.search(route)]
    for route in lasting:  # Warm up: work that is done once per process, such as compiling templates, isn't measured.
        running.send_fields("harmless", "x", route, GOOD)
        running.send_fitting("harmless", "x", route)
    running.store("harmless", "x = 1")
    running.show("harmless", "x = 1")
    running.findings.clear()
    running.tell = tell
    every = 1 if whole else max(1, len(texts) // 2)
    for number, (what, text) in enumerate(texts.items()):
        if whole or number % 4 == 0:
            running.store(what, text)
            running.show(what, text)
        for route in lasting[number % every :: every]:
            running.send_text(what, text, route)
        for route in ending if whole else []:
            running.send_paths(what, text, route)
    assert running.ask(NEAR, "GET /", "/", params={"q": TEXTS[NEAR]}).status_code == httpx.codes.OK
    running.send_all_bytes(lasting, whole=whole)
    what, text = list(texts.items())[-1]
    for route in ending:  # in the order of the table, by which each finds what it ends
        running.send_text(what, text, route)
    running.http.close()
    return running


def sweep_heads(
    served: Served,
    watch: LoopWatch,
    *,
    whole: bool,
    texts: dict[str, str] = TEXTS,
    tell: Callable[[Finding], None] = lambda _finding: None,
) -> Sweep:
    """Send each text as the longest query and as the longest header, to a route of each kind.

    In a sample, each text goes to one route, in every third header.
    """
    running = Sweep(served, watch)
    for route in ROUTES_OF_EACH_KIND:
        running.send_head("harmless", "x", route, HEADERS_OF_ALL)
    running.findings.clear()
    running.tell = tell
    names = (*HEADERS, *HEADERS_OF_ALL)
    for number, (what, text) in enumerate(texts.items()):
        kinds = len(ROUTES_OF_EACH_KIND)
        for route in ROUTES_OF_EACH_KIND if whole else ROUTES_OF_EACH_KIND[number % kinds :][:1]:
            running.send_head(what, text, route, names if whole else names[number % 3 :: 3])
    running.send_head(RANGES, TEXTS[RANGES], ROUTES_OF_EACH_KIND[-1], ("range",))  # also in a sample
    running.http.close()
    return running
