"""Columns of a platform's gradebook that are replaced or deleted there, and ids that are numbers there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.db.models import AuditEntry, LtiLineItem
from app.domains.audit.log import Action
from tests.integration.app.lti import launch
from tests.integration.app.test_courses import API, check
from tests.integration.app.test_lti_changes import platform  # noqa: F401 - a fixture
from tests.integration.app.test_lti_courses import TEACHER, _by_hand, attend, link, settings, show  # noqa: F401 - fixtures
from tests.integration.app.test_lti_scores import deliver
from tests.lti_platform import AGS, CLAIM, ROLES

if TYPE_CHECKING:
    from fastapi import FastAPI
    from sqlalchemy.orm import Session

    from tests.integration.app.conftest import Person
    from tests.lti_platform import Platform


async def send(application: FastAPI, platform: Platform) -> list[str]:  # noqa: F811
    """Send the scores that are due; return the addresses that took them."""
    platform.scores.clear()
    await application.state.services.lti.sender.send_due()
    return [one["path"] for one in platform.scores]


async def test_a_column_that_replaces_another_gets_the_scores(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    """A teacher deletes the activity in the platform, and selects the same assignment again."""
    course = await deliver(application, platform, iris, nobody)
    assert [one["path"] for one in platform.scores] == ["/items/1/scores?type_id=7"]
    [assignment] = check(await iris.http.get(f"{API}/{course}/assignments"))["assignments"]
    service = {"scope": [f"{AGS}scope/score"], "lineitem": f"{platform.url}/items/2?type_id=7"}
    replaced = {f"{CLAIM}custom": {"assignment": assignment["id"]}, f"{AGS}claim/endpoint": service}
    await launch(nobody, platform, **replaced)
    assert await send(application, platform) == [], "it may be a second link, whose learners don't decide"
    await launch(iris, platform, **TEACHER | replaced)
    assert await send(application, platform) == ["/items/2/scores?type_id=7"]
    await launch(nobody, platform, **replaced)
    assert await send(application, platform) == [], "it is still the same column"
    # The platform says that it was deleted: a learner's launch replaces it, too.
    check(await iris.http.post(f"{API}/{course}/lms/scores"), 204)
    platform.score_status = [404]
    await send(application, platform)
    service["lineitem"] = f"{platform.url}/items/3?type_id=7"
    platform.score_status = [200]
    for _ in range(2):
        await launch(nobody, platform, **replaced)
    assert await send(application, platform) == ["/items/3/scores?type_id=7"]


async def test_a_column_that_was_deleted_can_be_made_again(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    course, assignment = await link(application, platform, iris)
    columns = f"{API}/{course}/lms/columns"
    check(await iris.http.post(columns), 204)
    await attend(nobody, platform, course, assignment)
    await nobody.solve()
    await application.state.services.lti.collector.collect()
    assert await send(application, platform) == ["/items/1/scores?type_id=7"]
    check(await iris.http.post(columns), 204)
    assert len(platform.items) == 1, "it is still there"
    assert await send(application, platform) == []
    platform.items = [{"id": f"{platform.url}/items/other"}]
    check(await iris.http.post(columns), 204)
    [_other, made] = platform.items
    assert made["resourceId"] == assignment
    assert await send(application, platform) == ["/items/2/scores?type_id=7"]


async def test_a_list_of_members_may_have_numbers_as_ids(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
    nobody: Person,
) -> None:
    course, assignment = await link(application, platform, iris)
    await attend(nobody, platform, course, assignment)
    await launch(nobody, platform, sub=4711)
    learner = [f"{ROLES}Learner"]
    platform.members = [{"user_id": 4711, "roles": learner}, {"user_id": "person-1", "roles": learner}]
    check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
    [context] = (await show(iris, course))["contexts"]
    assert (context["members"], context["sync_result"]) == (2, "")
    platform.members = [{"user_id": None, "roles": learner}]
    check(await iris.http.post(f"{API}/{course}/lms/members"), 204)
    shown = await show(iris, course)
    assert shown["departed"] == [], "a list that can't be read makes nobody leave"
    assert (shown["contexts"][0]["members"], shown["contexts"][0]["sync_result"]) == (2, "its list has no members")


async def test_linking_again_in_another_tab_keeps_the_columns(
    application: FastAPI,
    platform: Platform,  # noqa: F811
    iris: Person,
) -> None:
    course, _assignment = await link(application, platform, iris)
    check(await iris.http.post(f"{API}/{course}/lms/columns"), 204)
    [context] = (await show(iris, course))["contexts"]
    database = application.state.services.database

    def count(session: Session) -> tuple[int, int]:
        linked = session.query(AuditEntry).filter(AuditEntry.action == Action.LTI_CONTEXT_LINKED).count()
        return session.query(LtiLineItem).count(), linked

    assert await database.read(count) == (1, 1)
    answer = await iris.send(f"/lti/contexts/{context['id']}/course", course=course)
    assert answer.headers["location"] == f"/courses/{course}/lms"
    assert await database.read(count) == (1, 1)
