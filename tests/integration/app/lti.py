"""Helpers for tests of LTI: a registered platform, and a browser that comes from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from app.domains.lti.schemas import NewPlatform
from tests.lti_platform import AGS, CLAIM

if TYPE_CHECKING:
    import httpx

    from app.services import Services
    from tests.integration.app.conftest import Person
    from tests.lti_platform import Platform

SITE: Final = "http://dojo.test"
FOREIGN: Final = {"sec-fetch-site": "cross-site", "accept": "text/html"}


async def add(services: Services, platform: Platform, **changes: object) -> str:
    """Register a platform; return its id here."""
    return (await services.lti.platforms.add(NewPlatform(**platform.describe(**changes)))).id


@dataclass
class Begun:
    """A launch that has begun: the request to the platform."""

    state: str
    nonce: str
    asked: dict[str, str]


async def begin(person: Person, platform: Platform, target: str = f"{SITE}/lti/launch", **changes: str) -> Begun:
    """Have a platform begin a launch in a user's browser."""
    given = {"iss": platform.issuer, "login_hint": "hint", "target_link_uri": target, "client_id": platform.client_id}
    given = {name: value for name, value in (given | changes).items() if value}
    answer = await person.http.get("/lti/login", params=given, headers=FOREIGN)
    assert answer.status_code == 303, answer.text
    asked = {name: values[0] for name, values in parse_qs(urlsplit(answer.headers["location"]).query).items()}
    return Begun(asked["state"], asked["nonce"], asked)


async def send(person: Person, state: str, token: str) -> httpx.Response:
    """Send the platform's response as a form."""
    return await person.http.post("/lti/launch", data={"state": state, "id_token": token}, headers=FOREIGN)


async def launch(person: Person, platform: Platform, /, **changes: Any) -> httpx.Response:  # noqa: ANN401 - claims
    """Launch; return the final page, or the redirect from the first page of the site."""
    begun = await begin(person, platform)
    answer = await send(person, begun.state, platform.sign(platform.claim(begun.nonce, SITE, **changes)))
    if answer.status_code == 303:
        return await person.http.get(answer.headers["location"], headers=FOREIGN)
    return answer


def read_ticket(answer: httpx.Response) -> str:
    """Return the ticket in a page's form."""
    return answer.text.partition('name="ticket" value="')[2].partition('"')[0]


async def arrive(person: Person, platform: Platform, account: str, /, **changes: Any) -> str:  # noqa: ANN401 - likewise
    """Launch and create an account; return the address to which the browser is redirected."""
    page = await launch(person, platform, **changes)
    assert page.status_code == 200, page.text
    answer = await person.send("/lti/join", ticket=read_ticket(page), name=account)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


async def launch_as_student(person: Person, platform: Platform, assignment: str, name: str = "ada") -> str:
    """Launch the assignment as a student, and return the path of the page that asks whether to attend the course."""
    item = {
        "scope": [f"{AGS}scope/score", f"{AGS}scope/lineitem"],
        "lineitem": f"{platform.url}/items/1?type_id=7",
        "lineitems": f"{platform.url}/items?type_id=7",
    }
    custom = {f"{CLAIM}custom": {"assignment": assignment}, f"{AGS}claim/endpoint": item}
    return await arrive(person, platform, name, **custom)
