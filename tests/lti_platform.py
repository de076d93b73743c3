"""The platform's side of LTI 1.3, for tests: a server on loopback with keys, tokens, a gradebook and a list of members.

It is written from the standard alone and doesn't import `app`. Each part can be made to behave like a known platform,
or like a forger.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

CLAIM: Final = "https://purl.imsglobal.org/spec/lti/claim/"
AGS: Final = "https://purl.imsglobal.org/spec/lti-ags/"
NRPS: Final = "https://purl.imsglobal.org/spec/lti-nrps/"
DEEP: Final = "https://purl.imsglobal.org/spec/lti-dl/claim/"
ROLES: Final = "http://purl.imsglobal.org/vocab/lis/v2/membership#"
KEYS: Final = [RSAKey.generate_key(2048, {"kid": f"key-{number}", "use": "sig"}) for number in (1, 2)]
"""The platform's keys: the first one signs, the second one is for key rotation."""


@dataclass
class Platform:
    """A platform that serves on loopback, and signs launches."""

    url: str = ""
    issuer: str = "https://lms.example"
    client_id: str = "dojo-client"
    deployment: str = "1"
    keys: list[RSAKey] = field(default_factory=lambda: [KEYS[0]])
    tool_keys: Any = None
    """The tool's public keys, for checking assertions."""
    requests: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    scores: list[dict[str, Any]] = field(default_factory=list)
    items: list[dict[str, Any]] = field(default_factory=list)
    members: list[dict[str, Any]] = field(default_factory=list)
    page_size: int = 2
    score_status: list[int] = field(default_factory=lambda: [200])
    next_link: str = ""
    links: list[str] = field(default_factory=list)
    """Further links of lists, each of which is sent in a header of its own, before the one to the next page."""
    ignores_queries: bool = False
    """Whether all columns are listed, page by page, whatever is asked for."""
    token_answer: dict[str, Any] = field(default_factory=dict)

    def describe(self, **changes: object) -> dict[str, Any]:
        """Return the configuration that the tool needs."""
        return {
            "name": "Campus",
            "issuer": self.issuer,
            "client_id": self.client_id,
            "deployments": [self.deployment],
            "auth_url": f"{self.url}/auth",
            "token_url": f"{self.url}/token",
            "jwks_url": f"{self.url}/jwks",
            **changes,
        }

    def claim(self, nonce: str, site: str, **changes: object) -> dict[str, Any]:
        """Return a launch's claims; a change to None leaves one out."""
        moment = int(time.time())
        claims: dict[str, Any] = {
            "iss": self.issuer,
            "aud": self.client_id,
            "sub": "person-1",
            "iat": moment,
            "exp": moment + 300,
            "nonce": nonce,
            "name": "Ada Lovelace",
            f"{CLAIM}deployment_id": self.deployment,
            f"{CLAIM}version": "1.3.0",
            f"{CLAIM}message_type": "LtiResourceLinkRequest",
            f"{CLAIM}target_link_uri": f"{site}/lti/launch",
            f"{CLAIM}roles": [f"{ROLES}Learner"],
            f"{CLAIM}resource_link": {"id": "link-1"},
            f"{CLAIM}context": {"id": "course-1", "title": "JAX 101"},
            f"{NRPS}claim/namesroleservice": {"context_memberships_url": f"{self.url}/members?course=1"},
            f"{AGS}claim/endpoint": {
                "scope": [f"{AGS}scope/lineitem", f"{AGS}scope/score"],
                "lineitems": f"{self.url}/items?type_id=7",
            },
        }
        claims |= changes
        return {name: value for name, value in claims.items() if value is not None}

    def sign(self, claims: Mapping[str, Any], key: Any = None, **header: object) -> str:  # noqa: ANN401 - any key
        """Return signed claims."""
        key = key or self.keys[0]
        head = {"alg": "RS256", "kid": self.keys[0].kid, **header}
        head = {name: value for name, value in head.items() if value is not None}
        return jwt.encode(head, dict(claims), key, algorithms=[str(head["alg"])])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        method, path, _version = head[0].split(" ")
        fields = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
        body = await reader.readexactly(int(fields.get("content-length", "0")))
        self.requests.append((method, path, fields, body))
        status, answer, link = self._answer(method, path, fields, body)
        text = json.dumps(answer).encode()
        links = "".join(f"link: {one}\r\n" for one in ([*self.links, link] if link else ()))
        extra = f"{links}content-length: {len(text)}\r\n"
        writer.write(f"HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{extra}\r\n".encode() + text)
        await writer.drain()
        writer.close()
        await writer.wait_closed()

    def _answer(self, method: str, path: str, fields: dict[str, str], body: bytes) -> tuple[int, Any, str]:
        parts = urlsplit(path)
        if parts.path == "/jwks":
            return 200, self.list_keys(), ""
        if parts.path == "/token":
            return self._give_token(body)
        if parts.path == "/configuration":
            return 200, self.describe_itself(), ""
        if parts.path == "/registration":
            tool = "https://purl.imsglobal.org/spec/lti-tool-configuration"
            return 200, {**json.loads(body), "client_id": "registered", tool: {"deployment_id": "9"}}, ""
        if not self.knows(fields.get("authorization", "").removeprefix("Bearer ")):
            return 401, {}, ""
        return self._serve_tool(method, path, body)

    def list_keys(self) -> dict[str, Any]:
        """Return the platform's public keys."""
        return dict(KeySet(list(self.keys)).as_dict(private=False))

    def knows(self, token: str) -> bool:
        """Return whether a tool may send requests with this token."""
        return token == "good"  # noqa: S105 - no secret

    def _serve_tool(self, method: str, path: str, body: bytes) -> tuple[int, Any, str]:
        """Answer a tool with a token."""
        parts = urlsplit(path)
        if parts.path == "/members":
            return self._list_members(parts.query)
        if parts.path == "/items" and method == "GET":
            if self.ignores_queries:
                some, link = self._cut(self.items, "/items?type_id=7", parts.query)
                return 200, some, link
            wanted = parse_qs(parts.query).get("resource_id", [""])[0]
            return 200, [one for one in self.items if one.get("resourceId") == wanted], ""
        if parts.path == "/items":
            number = len(self.items) + 1
            self.items.append({**json.loads(body), "id": f"{self.url}/items/{number}?type_id=7"})
            return 201, self.items[-1], ""
        if method == "GET":
            known = next((one for one in self.items if one["id"] == f"{self.url}{path}"), None)
            return (404, {}, "") if known is None else (200, known, "")
        if parts.path.endswith("/scores"):
            status = self.score_status.pop(0) if len(self.score_status) > 1 else self.score_status[0]
            if status < 300:
                self.scores.append({**json.loads(body), "path": path})
            return status, {}, ""
        return 404, {}, ""

    def describe_itself(self) -> dict[str, Any]:
        """Return the platform's description for dynamic registration."""
        return {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/auth",
            "token_endpoint": f"{self.url}/token",
            "jwks_uri": f"{self.url}/jwks",
            "registration_endpoint": f"{self.url}/registration",
            "https://purl.imsglobal.org/spec/lti-platform-configuration": {"product_family_code": "moodle"},
        }

    def _give_token(self, body: bytes) -> tuple[int, Any, str]:
        asked = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        answer = self.make_token(asked)
        return (401, {}, "") if answer is None else (200, answer | self.token_answer, "")

    def make_token(self, asked: dict[str, str]) -> dict[str, Any] | None:
        """Return the response to a tool's token request; None if it may not have one."""
        if self.tool_keys is not None:
            claims = jwt.decode(
                asked["client_assertion"], KeySet.import_key_set(self.tool_keys), algorithms=["RS256"]
            ).claims
            if claims["iss"] != self.client_id or claims["aud"] != f"{self.url}/token" or claims["exp"] < time.time():
                return None
        return {"access_token": "good", "token_type": "bearer", "expires_in": 3600, "scope": asked["scope"]}

    def _list_members(self, query: str) -> tuple[int, Any, str]:
        some, link = self._cut(self.members, "/members?course=1", query)
        return 200, {"id": "x", "members": some}, self.next_link or link

    def _cut(self, listed: list[dict[str, Any]], path: str, query: str) -> tuple[list[dict[str, Any]], str]:
        """Return the page of a list that a query asks for, and the link to the next one."""
        page = int(parse_qs(query).get("page", ["0"])[0])
        start = page * self.page_size
        more = start + self.page_size < len(listed)
        link = f'<{self.url}{path}&page={page + 1}>; rel="next"' if more else ""
        return listed[start : start + self.page_size], link


@asynccontextmanager
async def run_platform(kind: type[Platform] = Platform) -> AsyncIterator[Platform]:
    """Serve a platform on loopback for the duration of the block."""
    platform = kind()
    server = await asyncio.start_server(platform.serve, "127.0.0.1", 0)
    async with server:
        platform.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield platform
