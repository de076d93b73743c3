"""A launch and a choice of material with a third-party platform at both ends: its login, its form, its checks."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.integration.app.conftest import Person, make_instructor, make_person
from tests.integration.app.lti import FOREIGN, SITE, add, read_ticket
from tests.integration.app.test_courses import API, check, make_assignment
from tests.integration.app.test_lti_courses import link
from tests.lti_other_platform import OtherPlatform
from tests.lti_platform import run_platform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpx
    from fastapi import FastAPI

    from app.kit.settings import Settings

RETURN = "https://lms.example/return"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"webhook_hosts": "127.0.0.1"})


@pytest.fixture
async def platform(application: FastAPI) -> AsyncIterator[OtherPlatform]:
    async with run_platform(OtherPlatform) as running:
        assert isinstance(running, OtherPlatform)
        await add(application.state.services, running)
        running.tool_keys = (await make_person(application).http.get("/lti/jwks")).json()
        yield running


async def arrive(person: Person, platform: OtherPlatform, deep_link: str = "") -> httpx.Response:
    """Follow the platform's address and post its form; return the resulting page."""
    begun = await person.http.get(platform.begin(SITE).removeprefix(SITE), headers=FOREIGN)
    assert begun.status_code == 303, begun.text
    address = urlsplit(begun.headers["location"])
    assert address.geturl().startswith(f"{platform.url}/auth?")
    asked = {name: values[0] for name, values in parse_qs(address.query).items()}
    form = platform.launch(asked, SITE, deep_link=deep_link)
    answer = await person.http.post(form.pop("launch_url").removeprefix(SITE), data=form, headers=FOREIGN)
    if answer.status_code == 303:
        return await person.http.get(answer.headers["location"], headers=FOREIGN)
    return answer


async def test_a_launch_of_the_library_signs_in(platform: OtherPlatform, nobody: Person) -> None:
    page = await arrive(nobody, platform)
    assert "Create my account" in page.text
    answer = await nobody.send("/lti/join", ticket=read_ticket(page), name="ada")
    assert answer.headers["location"].startswith("/lti/contexts/")


async def test_the_library_takes_a_teacher_s_choice(
    application: FastAPI, platform: OtherPlatform, nobody: Person
) -> None:
    async with make_instructor(application, "iris") as iris:
        _course, assignment = await link(application, platform, iris)
        page = await arrive(nobody, platform, RETURN)
        assert (page.status_code, f'action="{RETURN}"' in page.text) == (200, False), "nothing is chosen yet"
        answer = await nobody.http.post("/lti/deep-link", data={"ticket": read_ticket(page), "assignment": assignment})
        assert f'action="{RETURN}"' in answer.text
        token = answer.text.partition('name="JWT" value="')[2].partition('"')[0]
        [item] = platform.configure(SITE).validate_deeplinking_resp({"JWT": token})
        assert (item["type"], item["custom"]) == ("ltiResourceLink", {"assignment": assignment})


async def test_an_assignment_without_katas_asks_for_no_column(
    application: FastAPI, platform: OtherPlatform, nobody: Person
) -> None:
    """A column of at most 0 points is one that platforms refuse."""
    async with make_instructor(application, "iris") as iris:
        course, assignment = await link(application, platform, iris)
        empty = make_assignment(katas=[])
        check(await iris.http.put(f"{API}/{course}/assignments/{assignment}", json=empty))
        page = await arrive(nobody, platform, RETURN)
        answer = await nobody.http.post("/lti/deep-link", data={"ticket": read_ticket(page), "assignment": assignment})
        token = answer.text.partition('name="JWT" value="')[2].partition('"')[0]
        [item] = platform.configure(SITE).validate_deeplinking_resp({"JWT": token})
        assert (item["custom"], "lineItem" in item) == ({"assignment": assignment}, False)
