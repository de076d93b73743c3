"""Renders a submission's events as parts of the verdict panel, with the same templates as a complete report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.db.notes import take_notes
from app.db.statuses import EventKind
from app.web.drawing import verdicts
from app.web.drawing.layers import choose_picture
from grader.report import CaseReport, Report

if TYPE_CHECKING:
    from app.domains.accounts.schemas import Account
    from app.domains.stuck.schemas import PinnedHintView
    from app.domains.submissions.schemas import Event
    from app.domains.submissions.service import SubmissionService
    from app.web.moments import Moments
    from app.web.rendering import Renderer


class LiveVerdict:
    """The panel of a submission that is being graded."""

    def __init__(
        self,
        submissions: SubmissionService,
        moments: Moments,
        renderer: Renderer,
        public_id: str,
        user: Account | None,
        source: str,
    ) -> None:
        """Draw for `user`, or for a guest, who has no earlier submissions."""
        self._submissions = submissions
        self._moments = moments
        self._renderer = renderer
        self._public_id = public_id
        self._user = user
        self._source = source
        self._cases: dict[int, CaseReport] = {}

    async def draw(self, event: Event) -> dict[str, Any]:
        """Return the parts that the page replaces: always `tone` and `head`, and others depending on the event."""
        match event.kind:
            case EventKind.QUEUED:
                self._cases.clear()
                return self._draw_head(verdicts.waiting(event.data.get("position") or 0, event.data.get("message", "")))
            case EventKind.STARTED:
                self._cases.clear()
                return self._draw_head(verdicts.running()) | {"attempt": event.data.get("attempt", 1)}
            case EventKind.CASE:
                return self._draw_case(event.data)
            case EventKind.VERDICT:
                return await self._draw_report(Report.model_validate(event.data))
            case EventKind.FAILED:
                return self._draw_head(verdicts.failed(event.data.get("message", "")))

    def _draw_head(self, head: verdicts.Head) -> dict[str, Any]:
        return {"tone": head.tone, "head": self._renderer.piece("draw_head", head=head)}

    def _draw_case(self, data: dict[str, Any]) -> dict[str, Any]:
        self._cases[int(data["index"])] = CaseReport.model_validate(data["case"])
        done = [self._cases[key] for key in sorted(self._cases)]
        picture = choose_picture(done)
        return self._draw_head(verdicts.running(len(done), int(data["total"]))) | {
            "picture": "" if picture is None else self._renderer.piece("draw_picture", picture=picture),
        }

    async def _draw_report(self, report: Report) -> dict[str, Any]:
        previous = moment = None
        pinned: list[PinnedHintView] = []
        if self._user is not None:
            with take_notes():  # Of this one event: what comes later in the stream is looked up anew.
                submission = await self._submissions.get(self._public_id, self._user)
                trail = await self._submissions.find_trail(submission.problem, self._user, until=self._public_id)
                previous = trail.previous
                judged = submission.model_copy(update={"report": report})
                moment = await self._moments.find(judged, trail.journey, self._user)
                pinned = await self._moments.find_pins(judged, self._user)
        body = self._renderer.piece(
            "draw_body", report=report, previous=previous, current=self._public_id, moment=moment, pinned=pinned
        )
        return self._draw_head(verdicts.judged(report, self._source)) | {
            "body": body,
            "line": report.line,
            "verdict": report.verdict.value,
            "mode": report.mode.value,
            "remarks": verdicts.list_remarks(report),
        }
