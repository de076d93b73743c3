"""Compares the stored results with what learners were promised and sent."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.db.models import Submission, SubmissionEvent
from app.db.session import Database
from app.db.statuses import EventKind, Status
from grader.report import Verdict

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

    from app.kit.settings import Settings
    from bench.learners import Promise

POLL_S = 0.5


async def compare(settings: Settings, promises: list[Promise], patience_s: float) -> list[str]:
    """Return a sentence for each discrepancy; waits up to `patience_s` seconds for running jobs."""
    database = Database(settings.database_url)
    try:
        deadline = time.monotonic() + patience_s
        while time.monotonic() < deadline and await database.read(_is_busy):  # noqa: ASYNC110 - another process's work
            await asyncio.sleep(POLL_S)
        return await database.read(lambda session: _compare(session, promises))
    finally:
        await database.close()


def _is_busy(session: Session) -> bool:
    return bool(_list_pending(session))


def _list_pending(session: Session) -> list[str]:
    return list(session.scalars(select(Submission.public_id).where(Submission.status != Status.DONE)))


def _compare(session: Session, promises: list[Promise]) -> list[str]:
    findings = [f"{public_id} is stuck" for public_id in _list_pending(session)]
    stored = {one.public_id: one for one in session.scalars(select(Submission))}
    events: defaultdict[int, list[SubmissionEvent]] = defaultdict(list)
    for event in session.scalars(select(SubmissionEvent).order_by(SubmissionEvent.id)):
        events[event.submission_id].append(event)
    for submission in stored.values():
        verdicts = [event for event in events[submission.id] if event.kind is EventKind.VERDICT]
        if submission.status is Status.DONE and len(verdicts) != 1:
            findings.append(f"{submission.public_id} was judged {len(verdicts)} times")
    for promise in promises:
        found = stored.get(promise.id)
        if found is None:
            findings.append(f"{promise.id} was promised and is not stored")
        elif found.verdict != Verdict(promise.verdict):
            findings.append(f"{promise.id} deserves {promise.verdict} and got {found.verdict}: {found.report}")
        else:
            findings += _compare_events(promise, events[found.id])
    return findings


def _compare_events(promise: Promise, stored: list[SubmissionEvent]) -> list[str]:
    """Compare the sent events with the stored ones: the order must be right, with none twice and none missing."""
    told = [event.id for event in promise.told]
    findings = []
    if told != sorted(set(told)):
        findings.append(f"{promise.id} was told events twice or out of order: {told}")
    kinds = {event.id: event.kind.value for event in stored}
    if strange := [event.id for event in promise.told if kinds.get(event.id) != event.kind]:
        findings.append(f"{promise.id} was told events that are not stored: {strange}")
    begun = max(event.id for event in stored if event.kind.is_fresh_start)
    if missed := {event.id for event in stored if event.id >= begun} - set(told):
        findings.append(f"{promise.id} was never told {sorted(missed)}")
    if promise.told and promise.told[-1].data.get("verdict") not in {None, promise.verdict}:
        findings.append(f"{promise.id} was told another verdict than it has")
    return findings
