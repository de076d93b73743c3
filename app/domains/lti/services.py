"""Client for platforms' services: access tokens, gradebook columns, scores, and member lists."""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlencode, urlsplit, urlunsplit

from app.domains.lti.claims import find_role, read_id, read_name, read_object
from app.domains.lti.errors import ServiceFailedError, ServiceFailure
from app.domains.lti.links import find_next
from app.domains.lti.platforms import LINE_ITEM, MEMBERS, SCORE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.db.statuses import LtiRole
    from app.domains.lti.keys import ToolKeys
    from app.domains.lti.outgoing import PlatformClient, ServiceAnswer
    from app.domains.lti.schemas import DueScore, Platform

ASSERTION: Final = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
ASSERTION_LASTS_S: Final = 300
SPARE_S: Final = 60
"""Seconds before its expiry at which a token is no longer used."""
ITEM_TYPE: Final = "application/vnd.ims.lis.v2.lineitem+json"
ITEMS_TYPE: Final = "application/vnd.ims.lis.v2.lineitemcontainer+json"
SCORE_TYPE: Final = "application/vnd.ims.lis.v1.score+json"
MEMBERS_TYPE: Final = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json"
CANVAS_SUBMISSION: Final = "https://canvas.instructure.com/lti/submission"
MAX_PAGES: Final = 200
MAX_MEMBERS: Final = 20_000
MEMBERS_AT_ONCE: Final = 1000
UNAUTHORIZED: Final = 401
GONE: Final = frozenset({404, 410})


class PlatformServices:
    """Calls platforms' services in this installation's name."""

    def __init__(self, outgoing: PlatformClient, keys: ToolKeys) -> None:
        self._outgoing = outgoing
        self._keys = keys
        self._tokens: dict[tuple[str, str, str], tuple[float, str]] = {}
        """Access tokens, and until when they are valid, by what they are for; a changed platform needs another one."""

    async def send_score(self, platform: Platform, url: str, score: DueScore) -> ServiceAnswer:
        """Send a score to a column; raises `ServiceFailedError` without a response."""
        body: dict[str, Any] = {
            "userId": score.subject,
            "scoreGiven": score.points,
            "scoreMaximum": score.full,
            "activityProgress": "Completed",
            "gradingProgress": "FullyGraded",
            "timestamp": _write_moment(score.changed_at),
        }
        if score.submitted_at is not None:
            body[CANVAS_SUBMISSION] = {"submitted_at": _write_moment(score.submitted_at)}
        return await self._ask(platform, SCORE, "POST", extend_path(url, "scores"), SCORE_TYPE, body)

    async def is_gone(self, platform: Platform, url: str) -> bool:
        """Return whether a column doesn't exist any more."""
        answer = await self._ask(platform, LINE_ITEM, "GET", url, accept=ITEM_TYPE)
        return answer.status in GONE

    async def find_item(self, platform: Platform, items_url: str, resource: str, label: str, full: int) -> str:
        """Return the address of an assignment's column, creating it if necessary."""
        url = f"{items_url}{'&' if '?' in items_url else '?'}{urlencode({'resource_id': resource})}"
        # Some platforms ignore the query and list all columns, page by page.
        async for found in self._read_pages(platform, LINE_ITEM, url):
            for one in found if isinstance(found, list) else []:
                if isinstance(one, dict) and one.get("resourceId") == resource and isinstance(one.get("id"), str):
                    return str(one["id"])
        body = {"scoreMaximum": full, "label": label, "resourceId": resource}
        made = read_object((await self._ask(platform, LINE_ITEM, "POST", items_url, ITEM_TYPE, body)).read())
        if not isinstance(made.get("id"), str):
            raise ServiceFailedError(ServiceFailure.COLUMN_WITHOUT_ADDRESS)
        return str(made["id"])

    async def list_members(self, platform: Platform, url: str) -> dict[str, tuple[str, LtiRole, bool]]:
        """Return name, role and whether they are active of all members of a platform's course, by id."""
        members: dict[str, tuple[str, LtiRole, bool]] = {}
        listed_any = False
        async for found in self._read_pages(platform, MEMBERS, url):
            listed = read_object(found).get("members")
            if not isinstance(listed, list):
                raise ServiceFailedError(ServiceFailure.NO_MEMBERS)
            if len(members) + len(listed) > MAX_MEMBERS:
                raise ServiceFailedError(ServiceFailure.ENDLESS)
            listed_any = listed_any or bool(listed)
            for number, one in enumerate(listed):
                if number % MEMBERS_AT_ONCE == 0:
                    await asyncio.sleep(0)  # Others are served meanwhile.
                subject = read_id(read_object(one).get("user_id"))
                if subject:
                    roles, status = one.get("roles"), one.get("status", "Active")
                    role = find_role(roles if isinstance(roles, list) else [])
                    members[subject] = (read_name(one), role, status == "Active")
        if listed_any and not members:  # None has an id that we know how to read; nobody has left for that.
            raise ServiceFailedError(ServiceFailure.NO_MEMBERS)
        return members

    async def _read_pages(self, platform: Platform, scope: str, url: str) -> AsyncIterator[Any]:
        """Yield the JSON of each page of a list; raises `ServiceFailedError` if it has no end."""
        page = url
        for _number in range(MAX_PAGES):
            answer = await self._ask(platform, scope, "GET", page)
            yield answer.read()
            following = find_next(answer.links, page)
            if following is None:
                return
            page = following
        raise ServiceFailedError(ServiceFailure.ENDLESS)

    async def _ask(
        self,
        platform: Platform,
        scope: str,
        method: str,
        url: str,
        kind: str = "",
        body: dict[str, Any] | None = None,
        accept: str = "",
    ) -> ServiceAnswer:
        """Send a request to a service; a refused token is replaced once."""
        accept = accept or {MEMBERS: MEMBERS_TYPE, LINE_ITEM: ITEMS_TYPE if method == "GET" else ITEM_TYPE}.get(
            scope, ""
        )
        headers = {"accept": accept} if accept else {}
        headers |= {"content-type": kind} if kind else {}
        content = None if body is None else json.dumps(body).encode()

        async def send() -> ServiceAnswer:
            token = await self._find_token(platform, scope)
            sent = {**headers, "authorization": f"Bearer {token}"}
            return await self._outgoing.ask(method, url, headers=sent, content=content)

        answer = await send()
        if answer.status == UNAUTHORIZED and self._tokens.pop(_name_token(platform, scope), None) is not None:
            return await send()
        return answer

    async def _find_token(self, platform: Platform, scope: str) -> str:
        until, known = self._tokens.get(_name_token(platform, scope), (0.0, ""))
        if time.monotonic() < until:
            return known
        moment = int(time.time())
        claims = {
            "iss": platform.client_id,
            "sub": platform.client_id,
            "aud": platform.token_audience or platform.token_url,
            "iat": moment,
            "exp": moment + ASSERTION_LASTS_S,
            "jti": str(uuid.uuid4()),
        }
        asked = {
            "grant_type": "client_credentials",
            "client_assertion_type": ASSERTION,
            "client_assertion": await self._keys.sign(claims),
            "scope": scope,
        }
        headers = {"content-type": "application/x-www-form-urlencoded"}
        answer = await self._outgoing.ask(
            "POST", platform.token_url, headers=headers, content=urlencode(asked).encode()
        )
        if not answer.is_good:
            raise ServiceFailedError(f"no access token: status {answer.status}")
        given = read_object(answer.read())
        token, lasts = given.get("access_token"), given.get("expires_in", 0)
        if not isinstance(token, str) or not token or not token.isascii() or not token.isprintable():
            raise ServiceFailedError(ServiceFailure.NO_TOKEN)
        is_number = isinstance(lasts, int) or (isinstance(lasts, str) and re.fullmatch(r"\d{1,12}", lasts))
        seconds = int(lasts) if is_number else 0
        self._tokens[_name_token(platform, scope)] = (time.monotonic() + min(seconds, 3600) - SPARE_S, token)
        return token


def _name_token(platform: Platform, scope: str) -> tuple[str, str, str]:
    return platform.token_url, platform.client_id, scope


def extend_path(url: str, part: str) -> str:
    """Return an address with a part appended to its path, before any query."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/{part}"))


def _write_moment(moment: Any) -> str:  # noqa: ANN401 - a datetime in UTC
    """Return a moment as ISO 8601 with milliseconds and a zone, without which Moodle accepts no score."""
    return f"{moment.strftime('%Y-%m-%dT%H:%M:%S')}.{moment.microsecond // 1000:03d}Z"
