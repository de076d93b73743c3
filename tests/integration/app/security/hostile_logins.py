"""Sends hostile texts through sign-ins that begin elsewhere: OpenID Connect, and launches by LTI.

The provider and the platform are hostile, too: they sign whatever JSON they are told to, and answer with any bytes.
"""

from __future__ import annotations

import base64
import json
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from joserfc import jws
from joserfc.jws import JWSRegistry
from pydantic import SecretStr

from tests.integration.app.security.hostile import HEADER_LENGTH, LONGEST_ADDRESS, Finding, Sweep
from tests.integration.app.security.hostile_texts import BROKEN_TEXTS, JSON_VALUES, LONGEST_RAW, TEXTS
from tests.integration.app.security.variants import vary, vary_headers
from tests.lti_platform import AGS, CLAIM, DEEP, NRPS, ROLES, Platform

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import httpx

    from app.kit.settings import Settings
    from tests.integration.app.security.loop_watch import LoopWatch
    from tests.integration.app.security.served import Served

CROSS_SITE: Final = {"sec-fetch-site": "cross-site", "accept": "text/html"}
OWN_SITE: Final = {"sec-fetch-site": "same-origin", "accept": "text/html"}
LINK, CONTEXT, CUSTOM = f"{CLAIM}resource_link", f"{CLAIM}context", f"{CLAIM}custom"
MEMBERS, GRADES = f"{NRPS}claim/namesroleservice", f"{AGS}claim/endpoint"
CHOOSING: Final = f"{DEEP}deep_linking_settings"
LTI_CLAIMS: Final = (
    *(("iss",), ("aud",), ("azp",), ("exp",), ("nbf",), ("nonce",), ("sub",), ("name",), ("family_name",), ("more",)),
    *((f"{CLAIM}{name}",) for name in ("deployment_id", "version", "message_type", "target_link_uri", "roles")),
    *((LINK, "id"), (CONTEXT, "id"), (CONTEXT, "title"), (CUSTOM, "assignment"), (CUSTOM, "kata"), (CUSTOM,)),
    *((MEMBERS, "context_memberships_url"), (GRADES, "scope"), (GRADES, "lineitems"), (GRADES, "lineitem")),
)
CHOICE_CLAIMS: Final = tuple((CHOOSING, name) for name in ("deep_link_return_url", "accept_types", "data"))
OIDC_CLAIMS: Final = tuple((name,) for name in ("iss", "aud", "exp", "nonce", "sub", "at_hash", "preferred_username"))


@dataclass
class Stranger:
    """A server on loopback that answers with the bytes that it was given for a path."""

    url: str
    answers: dict[str, bytes] = field(default_factory=dict)


@contextmanager
def serve_stranger() -> Iterator[Stranger]:
    """Serve in a thread of its own for the duration of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length", "0")))
            body = stranger.answers.get(urlsplit(self.path).path, b"{}")
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the library's name

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stranger = Stranger(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield stranger
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def trust(settings: Settings, stranger: Stranger) -> Settings:
    """Return the settings of an installation that lets people sign in at the stranger's."""
    changes = {
        "oidc_issuer": stranger.url,
        "oidc_client_id": "dojo-client",
        "oidc_client_secret": SecretStr("a-secret"),
        "oidc_name": "Campus",
        "webhook_hosts": "127.0.0.1",
    }
    return settings.model_copy(update=changes)


def write_raw(text: str) -> str:
    """Return a text as JSON, shortened so that it fits into a token."""
    raw = json.dumps(text[:LONGEST_RAW])
    return raw if len(raw) <= LONGEST_RAW + 2 else json.dumps(text[: LONGEST_RAW // 12])


def sign_with(platform: Platform, claims: dict[str, Any], place: tuple[str, ...], raw: str) -> str:
    """Return signed claims, with raw JSON at one place."""
    changed = json.loads(json.dumps(claims))
    inner = changed
    for name in place[:-1]:
        inner = inner.setdefault(name, {})
    inner[place[-1]] = "@@"
    payload = json.dumps(changed).replace('"@@"', raw).encode()
    header = {"alg": "RS256", "kid": platform.keys[0].kid}
    return jws.serialize_compact(header, payload, platform.keys[0], registry=JWSRegistry(algorithms=["RS256"]))


def list_broken_tokens(platform: Platform, text: str) -> Iterator[str]:
    """Yield a text as a token, and as each part of one."""
    good = sign_with(platform, {"a": 1}, ("b",), "1").split(".")
    part = base64.urlsafe_b64encode(text.encode()[:LONGEST_RAW]).decode()
    yield text
    for number in range(3):
        yield ".".join([*good[:number], part, *good[number + 1 :]])
    for name in ("alg", "kid", "crit", "jwk"):
        header = json.dumps({"alg": "RS256", "kid": platform.keys[0].kid}) if name in {"crit", "jwk"} else "{}"
        changed = json.dumps(json.loads(header) | {name: "@@"}).replace('"@@"', write_raw(text))
        yield ".".join([base64.urlsafe_b64encode(changed.encode()).decode().rstrip("="), *good[1:]])


@dataclass
class LoginSweep:
    """Sends texts through the sign-ins of a served world that trusts a stranger."""

    running: Sweep
    stranger: Stranger

    def __post_init__(self) -> None:
        self.site = self.running.served.url
        self.platform = Platform(url=self.stranger.url, issuer="https://lms.example", client_id="dojo-client")
        self.keys = json.dumps(self.platform.list_keys()).encode()
        self.metadata = {
            "issuer": self.stranger.url,
            "authorization_endpoint": f"{self.stranger.url}/auth",
            "token_endpoint": f"{self.stranger.url}/token",
            "jwks_uri": f"{self.stranger.url}/jwks",
        }
        self.provider = self.running.served.world.application.state.services.oidc.provider
        self.behave()
        made = self.http.post(
            "/api/v1/admin/lti/platforms", headers=self.running.served.sign_in("admin"), json=self.platform.describe()
        )
        assert made.status_code == 201, made.text

    @property
    def http(self) -> httpx.Client:
        """The client, without any cookie."""
        self.running.http.cookies.clear()
        return self.running.http

    def behave(self) -> None:
        """Let the stranger answer as it should, and let the service forget what it answered before."""
        self.stranger.answers |= {
            "/jwks": self.keys,
            "/.well-known/openid-configuration": json.dumps(self.metadata).encode(),
        }
        self.provider._known, self.provider._asked_at = None, float("-inf")

    def ask(self, what: str, route: str, headers: dict[str, Any], **way: Any) -> httpx.Response:  # noqa: ANN401 - httpx's
        """Send one request, without a session."""
        self.running.http.cookies.clear()
        return self.running.repeat(
            lambda number: self.ask_once(what, route, vary_headers(headers, number), **vary(way, number))
        )

    def ask_once(
        self,
        what: str,
        route: str,
        headers: dict[str, Any],
        **way: Any,  # noqa: ANN401 - httpx's own
    ) -> tuple[Finding, httpx.Response]:
        """Send one request, and measure it."""
        return self.running.ask_once(what, route, route.split(" ")[1], headers, **way)

    # ---- LTI

    def begin(self) -> tuple[str, str, str]:
        """Begin a launch; return state, nonce and the browser's cookie."""
        answer = self.http.get("/lti/login", params=self.describe_login(), headers=CROSS_SITE)
        asked = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
        return asked["state"], asked["nonce"], answer.headers["set-cookie"].partition(";")[0]

    def describe_login(self) -> dict[str, str]:
        """Return what a platform sends to begin a launch."""
        return {
            "iss": self.platform.issuer,
            "login_hint": "hint",
            "target_link_uri": f"{self.site}/lti/launch",
            "client_id": self.platform.client_id,
            "lti_deployment_id": self.platform.deployment,
            "lti_message_hint": "hint",
            "lti_storage_target": "_parent",
        }

    def send_logins(self, what: str, text: str) -> None:
        """Begin launches with the text in each parameter, in a tab and in a frame."""
        good = self.describe_login()
        short = shorten(text)
        for name in good:
            for destination in ("document", "iframe"):
                headers = {**CROSS_SITE, "sec-fetch-dest": destination}
                sent = short if name.endswith("hint") else text  # hints go on in an address
                self.ask(what, "POST /lti/login", headers, data={**good, name: sent})
                self.ask(what, "GET /lti/login", headers, params={**good, name: short})
        self.ask(what, "POST /lti/login", CROSS_SITE, data=dict.fromkeys(good, text))
        self.ask(what, "GET /lti/login", {**CROSS_SITE, "cookie": make_cookie("jaxdojo_lti", text)}, params=good)

    def send_launches(self, what: str, text: str) -> None:
        """Finish launches with the text as each field of the answer, and as each part of its token."""
        for name in ("state", "id_token", "error"):
            self.launch(what, lambda _nonce, name=name: {name: text})  # type: ignore[misc]
        for token in list_broken_tokens(self.platform, text):
            self.launch(what, lambda _nonce, token=token: {"id_token": token})  # type: ignore[misc]
        headers = {**OWN_SITE, "cookie": make_cookie("jaxdojo_lti", text)}
        for route, names in (
            ("POST /lti/deep-link", ("ticket", "assignment", "kata")),
            ("POST /lti/continue", ("ticket", "secret")),
            ("POST /lti/join", ("ticket", "name")),
            ("POST /lti/link", ("ticket",)),
        ):
            self.ask(what, route, headers, data=dict.fromkeys(names, text))
        self.ask(what, "GET /lti/continue", headers, params={"ticket": text[:60]})

    def send_claim(self, what: str, raw: str, place: tuple[str, ...]) -> None:
        """Finish a launch with a raw value as one claim, and go as far as that leads."""
        choice = place in CHOICE_CLAIMS

        def answer(nonce: str) -> dict[str, str]:
            claims = self.platform.claim(nonce, self.site, **(self.describe_choice() if choice else {}))
            return {"id_token": sign_with(self.platform, claims, place, raw)}

        arrived, cookie = self.launch(what, answer)
        ticket = read_ticket(arrived)
        if not ticket:
            return
        headers = {**OWN_SITE, "cookie": cookie}
        if choice:
            self.ask(what, "POST /lti/deep-link", headers, data={"ticket": ticket, "kata": "shift"})
            return
        self.ask(what, "GET /lti/continue", headers, params={"ticket": ticket})
        self.ask(what, "POST /lti/join", headers, data={"ticket": ticket, "name": "a name that can't be taken"})

    def describe_choice(self) -> dict[str, Any]:
        """Return the claims of a teacher who chooses what to link."""
        settings = {"deep_link_return_url": f"{self.stranger.url}/back", "accept_types": ["ltiResourceLink"]}
        return {
            f"{CLAIM}message_type": "LtiDeepLinkingRequest",
            f"{CLAIM}roles": [f"{ROLES}Instructor"],
            CHOOSING: settings,
        }

    def launch(self, what: str, answer: Callable[[str], dict[str, str]]) -> tuple[httpx.Response, str]:
        """Begin a launch, and send the answer to it; return the response, and the browser's cookie."""
        cookie = ""

        def send(number: int) -> tuple[Finding, httpx.Response]:
            nonlocal cookie
            state, nonce, cookie = self.begin()
            data = {"state": state, **vary(answer(nonce), number)}
            return self.ask_once(what, "POST /lti/launch", {**CROSS_SITE, "cookie": cookie}, data=data)

        return self.running.repeat(send), cookie

    # ---- OpenID Connect

    def send_callbacks(self, what: str, text: str) -> None:
        """Leave for the provider, and come back, with the text in each parameter and cookie."""
        short = shorten(text)
        for name in ("next", "invitation", "link"):
            self.ask(what, "GET /signin/oidc", OWN_SITE, params={name: short})
        callback = "GET /signin/oidc/callback"
        for name in ("state", "code", "iss", "error"):
            self.come_back(what, {name: short})
        self.ask(what, callback, {**CROSS_SITE, "cookie": make_cookie("jaxdojo_provider", text)})
        errand = dict.fromkeys(("state", "nonce", "verifier", "next", "invitation"), text[:HEADER_LENGTH])
        raw = json.dumps({**errand, "link": False})
        cookie = f"jaxdojo_provider={base64.urlsafe_b64encode(raw.encode()).decode()[:90_000]}"
        self.ask(
            what,
            callback,
            {**CROSS_SITE, "cookie": cookie},
            params={"state": shorten(text)[:HEADER_LENGTH], "code": "code"},
        )
        self.ask(what, "POST /signin/oidc/join", OWN_SITE, data=dict.fromkeys(("ticket", "name", "next"), text))

    def send_tokens(self, what: str, text: str) -> None:
        """Come back to a provider whose answers consist of the text."""
        raw = text.encode()
        for token in list_broken_tokens(self.platform, text):
            self.stranger.answers["/token"] = json.dumps({"token_type": "bearer", "id_token": token}).encode()
            self.come_back(what, {})
        for name in ("access_token", "token_type", "expires_in", "scope"):
            self.stranger.answers["/token"] = json.dumps({"id_token": "a.b.c", name: text}).encode()
            self.come_back(what, {})
        self.stranger.answers["/token"] = raw
        self.come_back(what, {})
        for path in ("/jwks", "/.well-known/openid-configuration"):
            for answer in (raw, json.dumps({**self.metadata, "keys": text}).encode()):
                self.stranger.answers[path] = answer
                self.provider._known, self.provider._asked_at = None, float("-inf")
                self.ask(what, "GET /signin/oidc", OWN_SITE)
            self.behave()

    def send_oidc_claim(self, what: str, raw: str, place: tuple[str, ...]) -> None:
        """Come back to a provider that signs a raw value as one claim."""

        def send(_number: int) -> tuple[Finding, httpx.Response]:  # The nonce makes each token a different one.
            state, nonce, cookie = self.leave()
            claims = self.platform.claim(nonce, self.site, iss=self.stranger.url)
            token = sign_with(self.platform, claims, place, raw)
            self.stranger.answers["/token"] = json.dumps({"token_type": "bearer", "id_token": token}).encode()
            params = {"state": state, "code": "code"}
            headers = {**CROSS_SITE, "cookie": cookie}
            return self.ask_once(what, "GET /signin/oidc/callback", headers, params=params)

        self.running.repeat(send)

    def leave(self) -> tuple[str, str, str]:
        """Leave for the provider; return state, nonce and the browser's cookie."""
        answer = self.http.get("/signin/oidc", headers=OWN_SITE)
        asked = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
        return asked["state"], asked["nonce"], answer.headers["set-cookie"].partition(";")[0]

    def come_back(self, what: str, changes: dict[str, str]) -> None:
        """Leave for the provider, and come back with changed parameters."""

        def send(number: int) -> tuple[Finding, httpx.Response]:
            state, _nonce, cookie = self.leave()
            params = {"state": state, "code": "code", **vary(changes, number)}
            headers = {**CROSS_SITE, "cookie": cookie}
            return self.ask_once(what, "GET /signin/oidc/callback", headers, params=params)

        self.running.repeat(send)


def shorten(text: str) -> str:
    """Return as much of a text as fits into an address, in which a byte may take three."""
    return text.encode()[: LONGEST_ADDRESS // 6].decode(errors="ignore")


def make_cookie(name: str, text: str) -> bytes:
    """Return a cookie that consists of the text."""
    return f"{name}=".encode() + text.encode()[:LONGEST_ADDRESS].replace(b"\n", b" ").replace(b"\r", b" ").strip()


def read_ticket(answer: httpx.Response) -> str:
    """Return the ticket of an accepted launch, in its redirect or its page; an empty string for a refusal."""
    location = str(answer.headers.get("location", ""))
    return location.partition("ticket=")[2] or answer.text.partition('name="ticket" value="')[2].partition('"')[0]


def sweep_logins(
    served: Served,
    watch: LoopWatch,
    stranger: Stranger,
    *,
    whole: bool,
    texts: dict[str, str] = TEXTS,
    tell: Callable[[Finding], None] = lambda _finding: None,
) -> Sweep:
    """Send every text through every sign-in that begins elsewhere; in a sample, each step gets some of the texts.

    The world's settings must be those of `trust`.
    """
    running = Sweep(served, watch)
    sweeping = LoginSweep(running, stranger)
    steps = (sweeping.send_logins, sweeping.send_launches, sweeping.send_callbacks, sweeping.send_tokens)
    for step in steps:
        step("harmless", "x")
    for place in (*LTI_CLAIMS, *CHOICE_CLAIMS):
        sweeping.send_claim("harmless", '"x"', place)
    for place in OIDC_CLAIMS:
        sweeping.send_oidc_claim("harmless", '"x"', place)
    running.findings.clear()
    running.tell = tell
    every = 1 if whole else 24
    for number, (what, text) in enumerate(texts.items()):
        for step in steps if whole else steps[number % (2 * len(steps)) :][:1]:
            step(what, text)
    values = {**{what: write_raw(text) for what, text in texts.items()}, **JSON_VALUES}
    for number, (what, raw) in enumerate(values.items()):
        nth = 1 if what in BROKEN_TEXTS else every
        for place in (*LTI_CLAIMS, *CHOICE_CLAIMS)[number % nth :: nth]:
            sweeping.send_claim(what, raw, place)
        for place in OIDC_CLAIMS[number % nth :: nth]:
            sweeping.send_oidc_claim(what, raw, place)
    running.http.close()
    return running
