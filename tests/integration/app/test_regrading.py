"""Staged versions and regrades: judged in the background, shown, applied or dropped, and announced to learners."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import delete, func, select, update

from app.db.models import Job, Regrading, Submission, WebhookDelivery, now
from app.db.statuses import PENDING, RegradeStatus, Role, SharingRole, VersionStatus
from app.domains.problems import repository
from app.domains.regrading import queries
from app.domains.regrading.schemas import Selection
from app.domains.regrading.service import MAX_OPEN, REVIVAL_PAUSES
from app.kit.errors import ConflictError, InvalidInputError, RegradeNotFoundError, SubmissionNotFoundError
from app.work.runner import Runner
from grader.bundle.contents import Bundle
from grader.report import Mode, Verdict
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, StandInGrader
from tests.integration.app.press import make_manifest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy.orm import Session

    from app.domains.accounts.schemas import Account
    from app.domains.regrading.schemas import RegradeView
    from app.services import Services

pytestmark = EACH_DATABASE

REASON = "The reference forgot the last row."


@pytest.fixture(autouse=True)
def _retry_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.work.runner.RETRY_DELAY_S", 0.01)


async def stage(services: Services, lesson: str = "Twice as good.", reason: str = REASON) -> RegradeView:
    """Stage a version that differs in its lesson."""
    manifest = make_manifest(lesson=lesson)
    digest = services.store.save(Bundle("", manifest, (), ()))

    def add(session: Session) -> RegradeView:
        ids = repository.add_version(session, manifest, digest, "source", VersionStatus.STAGED)[1:]
        return services.regrades.add_staged(session, *ids, reason, None)

    return await services.database.write(add)


async def judge(
    services: Services, user: Account, verdicts: Sequence[Verdict], source: str = "x = 1", mode: Mode = Mode.SUBMIT
) -> list[str]:
    """Submit once for each verdict, and have that verdict given."""
    made = []
    for verdict in verdicts:
        made.append((await services.submissions.create(user, "double", source, mode)).id)
        await work(services, StandInGrader([verdict]))
    return made


def count_pending(session: Session) -> int:
    """Return how many submissions and regradings are waiting or running."""
    return sum(
        session.scalar(select(func.count()).where(table.status.in_(PENDING))) or 0 for table in (Submission, Regrading)
    )


async def work(services: Services, grader: StandInGrader) -> None:
    """Run a runner until nothing waits."""
    runner = Runner(services, grader, poll_s=0.02)
    await runner.start()
    async with asyncio.timeout(30):
        while await services.database.read(count_pending):  # noqa: ASYNC110 - another thread ends it
            await asyncio.sleep(0.01)
    await runner.stop()


async def test_a_staged_version_counts_only_when_applied(services: Services, account: Account) -> None:
    right, _ = await judge(services, account, [Verdict.ACCEPTED, Verdict.WRONG_ANSWER])
    regrade = await stage(services)
    assert (regrade.status, regrade.total, regrade.done, regrade.staged) == ("running", 2, 0, True)
    assert (await services.catalogue.find_any_version("double")).number == 1
    await work(services, StandInGrader([Verdict.WRONG_STRUCTURE]))
    diff = await services.regrades.diff(regrade.id, None)
    assert (diff.regrade.status, diff.regrade.lost, diff.regrade.changed) == (RegradeStatus.READY, 1, 2)
    assert [
        (move.before, move.after, move.submissions) for move in sorted(diff.moves, key=lambda move: move.before)
    ] == [
        ("accepted", "wrong_structure", 1),
        ("wrong_answer", "wrong_structure", 1),
    ]
    first = diff.changes[0]
    assert (first.submission, first.user, first.why) == (right, "ada", "As told.")
    assert (first.before.version, first.after.version) == (1, 2)
    view = await services.submissions.get(right, account)
    assert (view.verdict, view.version) == ("accepted", 1), "a proposal changes nothing"
    applied = await services.regrades.apply(regrade.id, None)
    assert (applied.status, applied.staged) == ("applied", False)
    assert (await services.catalogue.find_any_version("double")).number == 2
    view = await services.submissions.get(right, account)
    assert (view.verdict, view.version, view.report and view.report.version) == ("wrong_structure", 2, "2")
    assert not next(iter(await services.problems.list_problems(account))).solved


async def test_a_regrade_that_lowers_nothing(services: Services, account: Account) -> None:
    await services.webhooks.make(account, "https://example.org/verdicts")
    right, wrong = await judge(services, account, [Verdict.ACCEPTED, Verdict.WRONG_ANSWER])
    regrade = await stage(services)
    await work(services, StandInGrader([Verdict.WRONG_STRUCTURE]))
    late, too_late = await judge(services, account, [Verdict.ACCEPTED, Verdict.WRONG_ANSWER])
    applied = await services.regrades.apply(regrade.id, None, never_lower=True)
    assert (applied.never_lower, applied.lost) == (True, 1)
    await work(services, StandInGrader([Verdict.WRONG_STRUCTURE]))
    for kept in (right, late):
        view = await services.submissions.get(kept, account)
        assert (view.verdict, view.version) == ("accepted", 1)
    for changed in (wrong, too_late):
        view = await services.submissions.get(changed, account)
        assert (view.verdict, view.version) == ("wrong_structure", 2)
    assert await services.regrades.list_notices(account) == []
    assert next(iter(await services.problems.list_problems(account))).solved
    bodies = await services.database.read(lambda session: list(session.scalars(select(WebhookDelivery.body))))
    told = [one["data"] for one in map(json.loads, bodies) if one["type"] == "submission.regraded"]
    assert [(one["id"], one["before"], one["verdict"]) for one in told] == [
        (wrong, "wrong_answer", "wrong_structure"),
        (too_late, "wrong_answer", "wrong_structure"),
    ]
    assert told[0]["reason"] == REASON


async def test_a_learner_who_loses_a_verdict_is_told_and_can_read_the_old_report(
    services: Services, account: Account
) -> None:
    (submission,) = await judge(services, account, [Verdict.ACCEPTED])
    regrade = await stage(services)
    await work(services, StandInGrader([Verdict.WRONG_ANSWER]))
    assert await services.regrades.list_notices(account) == []
    await services.regrades.apply(regrade.id, None)
    (notice,) = await services.regrades.list_notices(account)
    assert (notice.submission, notice.reason, notice.problem_name) == (submission, REASON, "Double it")
    assert (notice.before.verdict, notice.after.verdict, notice.after.version) == ("accepted", "wrong_answer", 2)
    report = await services.regrades.find_earlier_report(submission, 1, account)
    assert (report.verdict, report.version) == ("accepted", "1")
    eve = await services.accounts.add_user("eve", PASSWORD, Role.LEARNER)
    for number, user in [(2, account), (0, account), (1, eve)]:
        with pytest.raises(SubmissionNotFoundError):
            await services.regrades.find_earlier_report(submission, number, user)
    assert await services.regrades.list_notices(eve) == []
    await services.regrades.put_away_notices(account)
    assert await services.regrades.list_notices(account) == []
    assert [one.number for one in await services.regrades.list_history(submission, account)] == [1]


async def test_a_learner_who_loses_many_verdicts_is_told_some(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each page shows them, and somebody may have thousands."""
    monkeypatch.setattr(queries, "MAX_NOTICES", 2)
    submissions = await judge(services, account, [Verdict.ACCEPTED] * 3)
    regrade = await stage(services)
    await work(services, StandInGrader([Verdict.WRONG_ANSWER] * 3))
    await services.regrades.apply(regrade.id, None)
    assert [one.submission for one in await services.regrades.list_notices(account)] == submissions[:2]
    await services.regrades.put_away_notices(account)
    assert await services.regrades.list_notices(account) == []


async def test_a_dropped_version_leaves_everything_as_it_was(services: Services, account: Account) -> None:
    (submission,) = await judge(services, account, [Verdict.ACCEPTED])
    regrade = await stage(services)
    with pytest.raises(ConflictError, match="Not all"):
        await services.regrades.apply(regrade.id, None)
    assert (await services.regrades.drop(regrade.id, None)).status is RegradeStatus.DROPPED
    assert await services.ledger.begin("r") is None, "nothing of it waits"
    for decide in (services.regrades.apply, services.regrades.drop):
        with pytest.raises(ConflictError, match="already been dropped"):
            await decide(regrade.id, None)
    assert (await services.submissions.get(submission, account)).version == 1
    version, bundle = await services.lifecycle.load_version("double")
    assert (version.number, bundle.manifest.statement) == (1, "Double `x`."), "what learners get"
    again = await stage(services, "Better still.")
    assert again.version == 3, "a dropped version keeps its number"
    with pytest.raises(RegradeNotFoundError):
        await services.regrades.get("nothing", None)


async def test_an_applied_regrade_is_taken_back(services: Services, account: Account) -> None:
    right, wrong, other = await judge(
        services, account, [Verdict.ACCEPTED, Verdict.WRONG_ANSWER, Verdict.ACCEPTED], source="x = 2"
    )
    first = await stage(services)
    with pytest.raises(ConflictError, match="hasn't been applied"):
        await services.regrades.take_back(first.id, None, REASON, None)
    await work(services, StandInGrader([Verdict.WRONG_STRUCTURE]))
    await services.regrades.apply(first.id, None)
    await services.regrades.rejudge(
        Selection(submission=other), None, reason="One by one.", by=None, applies_itself=True
    )
    await work(services, StandInGrader([Verdict.RUNTIME_ERROR]))

    back = await services.regrades.take_back(first.id, None, "The new cases were wrong.", None)
    assert (back.status, back.total, back.done, back.gained, back.staged) == (RegradeStatus.READY, 2, 2, 1, False)
    assert (await services.submissions.get(right, account)).verdict == "wrong_structure", "a proposal changes nothing"
    applied = await services.regrades.apply(back.id, None)
    assert applied.status is RegradeStatus.APPLIED
    for submission, verdict, version in (
        (right, "accepted", 1),
        (wrong, "wrong_answer", 1),
        (other, "runtime_error", 2),
    ):
        view = await services.submissions.get(submission, account)
        assert (view.verdict, view.version, view.report and view.report.verdict) == (verdict, version, verdict)
    assert (await services.catalogue.find_any_version("double")).number == 2, "the newest version stays"
    history = await services.regrades.list_history(right, account)
    assert [one.reason for one in history] == [REASON, "The new cases were wrong."]
    assert next(iter(await services.problems.list_problems(account))).solved
    with pytest.raises(ConflictError, match="Later regrades changed all"):
        await services.regrades.take_back(first.id, None, REASON, None)
    again = await services.regrades.take_back(back.id, None, "They were right after all.", None)
    assert (again.total, again.lost) == (2, 1)


@pytest.mark.parametrize("ending", ["unshared", "reads", "disabled", "demoted", "deleted", "none"])
async def test_a_regrade_applies_itself_only_while_its_starter_may(
    services: Services, account: Account, ending: str
) -> None:
    for name, role in (("otto", Role.INSTRUCTOR), ("root", Role.ADMIN)):
        await services.accounts.add_user(name, PASSWORD, role)
    otto, root = await services.accounts.find("otto"), await services.accounts.find("root")
    shared = await services.authoring.find(root, "double")
    await services.authoring.share(shared, "otto")
    (right,) = await judge(services, account, [Verdict.ACCEPTED])
    version = await services.catalogue.find_any_version("double")
    asked = await services.regrades.rejudge(Selection(), version, reason=REASON, by=otto, applies_itself=True)
    match ending:
        case "unshared":
            await services.authoring.unshare(shared, "otto")
        case "reads":
            await services.authoring.share(shared, "otto", SharingRole.READ)
        case "disabled":
            await services.administration.disable(root, "otto")
        case "demoted":
            await services.administration.change_role(root, "otto", Role.LEARNER)
        case "deleted":
            await services.administration.delete(root, "otto")
    await work(services, StandInGrader([Verdict.WRONG_ANSWER]))
    applied = ending == "none"
    regrade = await services.regrades.get(asked.regrades[0].id, None)
    assert regrade.status is (RegradeStatus.APPLIED if applied else RegradeStatus.READY)
    assert (await services.submissions.get(right, account)).verdict == ("wrong_answer" if applied else "accepted")


async def test_one_version_is_staged_at_a_time(services: Services) -> None:
    await stage(services)
    with pytest.raises(ConflictError, match="apply or drop"):
        await stage(services, "Another.")


async def test_what_comes_while_a_version_is_staged_is_judged_by_it_after_all(
    services: Services, account: Account
) -> None:
    regrade = await stage(services)
    assert regrade.status is RegradeStatus.READY, "there was nothing to judge"
    (late,) = await judge(services, account, [Verdict.ACCEPTED])
    assert (await services.submissions.get(late, account)).version == 1
    await services.regrades.apply(regrade.id, None)
    await work(services, StandInGrader([Verdict.WRONG_ANSWER]))
    view = await services.submissions.get(late, account)
    assert (view.version, view.verdict) == (2, "wrong_answer")
    newest, staged = await services.regrades.list_regrades(None)
    assert (newest.status, newest.applies_itself, staged.id) == ("applied", True, regrade.id)


async def test_a_regrade_goes_on_after_a_crash(services: Services, account: Account) -> None:
    await judge(services, account, [Verdict.ACCEPTED] * 3)
    regrade = await stage(services)
    crashed = Runner(services, StandInGrader()).name.rpartition(":")[0] + ":before"
    taken = await services.ledger.begin(crashed)
    assert taken is not None
    assert (taken.is_background, taken.version, taken.topic) == (True, 2, regrade.id)
    await work(services, StandInGrader([Verdict.ACCEPTED]))
    assert (await services.regrades.get(regrade.id, None)).status is RegradeStatus.READY


async def test_what_cannot_be_judged_keeps_its_verdict(services: Services, account: Account) -> None:
    (submission,) = await judge(services, account, [Verdict.ACCEPTED])
    regrade = await stage(services)
    settings = services.settings
    assert settings.max_attempts == 3
    await work(services, StandInGrader([RuntimeError("broken")]))
    found = await services.regrades.get(regrade.id, None)
    assert (found.status, found.failed, found.done) == ("ready", 1, 0)
    await services.regrades.apply(regrade.id, None)
    view = await services.submissions.get(submission, account)
    assert (view.verdict, view.version) == ("accepted", 1)


async def test_learners_go_before_regrades_and_keep_a_slot(services: Services, account: Account) -> None:
    await judge(services, account, [Verdict.ACCEPTED] * 2)
    await stage(services)
    fresh = await services.submissions.create(account, "double", "x = 2", Mode.SUBMIT)
    assert fresh.position == 1
    first = await services.ledger.begin("r", urgent=True)
    assert first is not None
    assert first.public_id == fresh.id
    assert await services.ledger.begin("r", urgent=True) is None
    background = await services.ledger.begin("r")
    assert background is not None
    assert background.is_background


async def test_a_filter_chooses_what_is_judged_again(services: Services, account: Account) -> None:
    right, wrong = await judge(services, account, [Verdict.ACCEPTED, Verdict.WRONG_ANSWER])
    await judge(services, account, [Verdict.WRONG_ANSWER], mode=Mode.RUN)
    version = await services.catalogue.find_any_version("double")

    async def rejudge(selection: Selection, **more: bool) -> RegradeView:
        done = await services.regrades.rejudge(selection, version, reason="A check.", by=account, **more)
        return done.regrades[0]

    assert (await rejudge(Selection())).total == 2, "runs never count"
    assert (await rejudge(Selection(verdict=Verdict.WRONG_ANSWER))).total == 1
    assert (await rejudge(Selection(since=now() - timedelta(hours=1)))).total == 2
    with pytest.raises(InvalidInputError, match="No judged submission"):
        await rejudge(Selection(since=now() + timedelta(hours=1)))
    with pytest.raises(InvalidInputError, match="Give a reason"):
        await services.regrades.rejudge(Selection(), version, reason=" ", by=account)
    one = await rejudge(Selection(submission=wrong), applies_itself=True)
    assert (one.total, one.version) == (1, None)
    await work(services, StandInGrader([Verdict.ACCEPTED]))
    assert (await services.submissions.get(wrong, account)).verdict is Verdict.ACCEPTED
    (told,) = await services.regrades.list_history(wrong, account)
    assert (told.before.version, told.after.version) == (1, 1)
    assert await services.regrades.list_history(right, account) == []


async def test_few_regrades_of_a_problem_wait_for_a_decision(services: Services, account: Account) -> None:
    """Each has a row, and a grade, for every submission."""
    await judge(services, account, [Verdict.ACCEPTED])
    version = await services.catalogue.find_any_version("double")

    async def rejudge(by: Account | None = account) -> RegradeView:
        return (await services.regrades.rejudge(Selection(), version, reason="A check.", by=by)).regrades[0]

    first = await rejudge()
    for _ in range(MAX_OPEN - 1):
        await rejudge()
    with pytest.raises(ConflictError, match="apply or drop one first"):
        await rejudge()
    await services.regrades.drop(first.id, version.problem_id)
    await rejudge()
    await rejudge(by=None)  # The operator may have more.


async def test_failures_of_ours_are_tried_again_a_few_times(services: Services, account: Account) -> None:
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    broken = StandInGrader([RuntimeError("broken")])
    for pause in REVIVAL_PAUSES:
        await work(services, broken)
        view = await services.submissions.get(made.id, account)
        assert (view.status, view.verdict) == ("failed", "internal_error")
        assert await services.regrades.revive_failed() == 0, "not at once"
        earlier = now() - pause - timedelta(seconds=1)
        await services.database.write(
            lambda session, at=earlier: session.execute(update(Submission).values(finished_at=at))  # type: ignore[misc]
        )
        assert await services.regrades.revive_failed() == 1
        assert (await services.submissions.get(made.id, account)).status == "queued"
    await work(services, StandInGrader([Verdict.ACCEPTED]))
    assert (await services.submissions.get(made.id, account)).verdict is Verdict.ACCEPTED
    kinds = [event.kind.value async for event in services.submissions.events(made.id, account)]
    assert "failed" not in kinds
    assert kinds[-1] == "verdict"


async def test_what_failed_is_tried_again_even_where_its_job_is_gone(services: Services, account: Account) -> None:
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    await work(services, StandInGrader([RuntimeError("broken")]))
    await services.database.write(lambda session: session.execute(delete(Job)))
    assert (await services.regrades.rejudge(Selection(), None, reason="The machine was full.", by=None)).revived == 1
    await work(services, StandInGrader())
    assert (await services.submissions.get(made.id, account)).verdict is Verdict.ACCEPTED


async def test_what_failed_is_rejudged_when_asked_for(services: Services, account: Account) -> None:
    made = await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)
    await work(services, StandInGrader([RuntimeError("broken")]))
    selection = Selection(verdict=Verdict.INTERNAL_ERROR)
    done = await services.regrades.rejudge(selection, None, reason="The machine was full.", by=None)
    assert (done.regrades, done.revived) == ([], 1)
    await work(services, StandInGrader())
    assert (await services.submissions.get(made.id, account)).verdict is Verdict.ACCEPTED
