"""Regrades and what happens meanwhile: late submissions, deleted accounts, other regrades."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from app.db.statuses import Role
from app.domains.problems import repository
from app.domains.regrading.schemas import Selection
from grader.bundle.contents import Bundle
from grader.report import Mode, Report, Verdict
from tests.integration.app.conftest import EACH_DATABASE, PASSWORD, StandInGrader
from tests.integration.app.press import make_manifest
from tests.integration.app.test_regrading import REASON, _retry_at_once, judge, stage, work

if TYPE_CHECKING:
    import pytest

    from app.domains.accounts.schemas import Account
    from app.services import Services

__all__ = ["_retry_at_once"]
pytestmark = EACH_DATABASE


def report(verdict: Verdict) -> Report:
    """Return a report with this verdict."""
    return Report(problem="double", version="1", mode=Mode.SUBMIT, verdict=verdict, code="c", message="m", score=1.0)


async def test_what_is_judged_by_the_old_version_after_all_is_judged_again(
    services: Services, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A submission that waited, ran or had failed when the staged version was applied."""
    monkeypatch.setattr("app.domains.regrading.catching_up.OVERLAP", timedelta(0))
    failed = (await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)).id
    await work(services, StandInGrader([RuntimeError("broken")]))
    regrade = await stage(services)
    running, waiting = [
        (await services.submissions.create(account, "double", "x = 1", Mode.SUBMIT)).id for _ in range(2)
    ]
    claimed = await services.ledger.begin("elsewhere:1:a")
    assert claimed is not None
    await services.regrades.apply(regrade.id, None)
    assert await services.regrades.revive(None) == 1
    await services.ledger.finish(claimed, report(Verdict.ACCEPTED), [])
    await work(services, StandInGrader([Verdict.ACCEPTED]))
    for one in (failed, running, waiting):
        assert (await services.submissions.get(one, account)).version == 1
    await services.regrades.catch_up()
    await services.regrades.catch_up()
    assert len(await services.regrades.list_regrades(None)) == 2, "the second round finds nothing"
    await work(services, StandInGrader([Verdict.WRONG_ANSWER]))
    for one in (failed, running, waiting):
        view = await services.submissions.get(one, account)
        assert (view.version, view.verdict) == (2, "wrong_answer")
    await services.regrades.catch_up()
    assert len(await services.regrades.list_regrades(None)) == 2


async def test_a_dropped_regrade_of_late_submissions_stays_dropped(services: Services, account: Account) -> None:
    regrade = await stage(services)
    await judge(services, account, [Verdict.ACCEPTED])
    await services.regrades.apply(regrade.id, None)
    late, _staged = await services.regrades.list_regrades(None)
    await services.regrades.drop(late.id, None)
    await services.regrades.catch_up()
    assert len(await services.regrades.list_regrades(None)) == 2


async def test_a_rejudged_submission_brings_no_others_with_it(services: Services, account: Account) -> None:
    """Only a version that was staged is meant for all submissions."""
    one, _other = await judge(services, account, [Verdict.ACCEPTED] * 2)
    manifest = make_manifest(lesson="Twice as good.")
    digest = services.store.save(Bundle("", manifest, (), ()))
    await services.database.write(lambda session: repository.add_version(session, manifest, digest, "source"))
    services.catalogue.forget()
    version = await services.catalogue.find_any_version("double")
    await services.regrades.rejudge(
        Selection(submission=one), version, reason=REASON, by=None, newest=True, applies_itself=True
    )
    await work(services, StandInGrader())
    await services.regrades.catch_up()
    assert len(await services.regrades.list_regrades(None)) == 1


async def test_a_regrade_ends_although_its_last_submissions_are_deleted(services: Services, account: Account) -> None:
    eve = await services.accounts.add_user("eve", PASSWORD, Role.LEARNER)
    (right,) = await judge(services, account, [Verdict.ACCEPTED])
    (gone,) = await judge(services, eve, [Verdict.ACCEPTED])
    version = await services.catalogue.find_any_version("double")
    for selection in (Selection(), Selection(submission=gone)):
        await services.regrades.rejudge(selection, version, reason=REASON, by=None, applies_itself=True)
    first = await services.ledger.begin("r")
    assert first is not None
    assert first.public_id == right
    await services.ledger.finish(first, report(Verdict.WRONG_ANSWER), [])
    await services.personal_data.delete(eve)
    assert [one.status for one in await services.regrades.list_regrades(None)] == ["running"] * 2
    await services.regrades.catch_up()
    assert [one.status for one in await services.regrades.list_regrades(None)] == ["applied"] * 2
    assert (await services.submissions.get(right, account)).verdict == "wrong_answer"


async def test_what_a_later_regrade_changed_is_kept(services: Services, account: Account) -> None:
    submissions = await judge(services, account, [Verdict.WRONG_ANSWER, Verdict.ACCEPTED])
    version = await services.catalogue.find_any_version("double")
    older = (await services.regrades.rejudge(Selection(), version, reason="A repair.", by=None)).regrades[0]
    await work(services, StandInGrader([Verdict.ACCEPTED]))
    staged = await stage(services)
    await work(services, StandInGrader([Verdict.WRONG_STRUCTURE]))
    await services.regrades.apply(staged.id, None)
    await services.reports.report(account, submissions[0], "Why?")
    diff = await services.regrades.diff(older.id, None)
    assert (diff.regrade.done, diff.regrade.changed, diff.regrade.gained) == (2, 0, 0)
    assert (diff.moves, diff.changes) == ([], [])
    assert (await services.regrades.apply(older.id, None)).changed == 0
    [report] = (await services.reports.show_own(account, submissions[0])).requests
    assert report.status == "open", "nothing has looked at the newer verdict"
    for one in submissions:
        view = await services.submissions.get(one, account)
        assert (view.verdict, view.version) == ("wrong_structure", 2)

    back = await services.regrades.take_back(staged.id, None, REASON, None)
    newest = await stage(services, "Best.")
    await work(services, StandInGrader([Verdict.RUNTIME_ERROR]))
    await services.regrades.apply(newest.id, None)
    await services.regrades.apply(back.id, None)
    for one in submissions:
        view = await services.submissions.get(one, account)
        assert (view.verdict, view.version) == ("runtime_error", 3)


async def test_a_staged_version_counts_for_what_was_rejudged_meanwhile(services: Services, account: Account) -> None:
    """By the version before it: the newer version's result isn't superseded by that."""
    (one,) = await judge(services, account, [Verdict.WRONG_ANSWER])
    staged = await stage(services)
    await services.regrades.rejudge(Selection(submission=one), None, reason="A check.", by=None, applies_itself=True)
    await work(services, StandInGrader([Verdict.ACCEPTED]))
    assert (await services.submissions.get(one, account)).version == 1
    await services.regrades.apply(staged.id, None)
    assert (await services.submissions.get(one, account)).version == 2
