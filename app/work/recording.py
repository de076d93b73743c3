"""The front page's first picture: a run of its program on this installation, made once and kept in the data directory.

It is queued like any other run, so it also works if runners are other processes. It is made again when the program or
the version of JAX Dojo changes. While problems are being published, its times would be those of a busy machine, so such
a run is shown but not kept, and repeated afterwards.
"""

from __future__ import annotations

import asyncio
import json
from datetime import datetime
from typing import TYPE_CHECKING, Final

import structlog

from app.db.models import now
from app.domains.runs.snippet import SNIPPET, STEPS
from app.kit.errors import JaxDojoError
from app.kit.version import find_version
from grader.report import Report, Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from app.domains.runs.service import RunService
    from app.kit.settings import Settings

logger = structlog.stdlib.get_logger(__name__)

NAME: Final = "front_page.json"
POLL_S: Final = 0.5
TRIES: Final = 5
PAUSE_S: Final = 60.0
"""Delay, in seconds, between attempts."""


class Recording:
    """The recorded run: `report` and `at`, or None while there is none."""

    def __init__(self, settings: Settings, runs: RunService) -> None:
        self._path: Path = settings.data / NAME
        self._runs = runs
        self.report: Report | None = None
        self.at: datetime | None = None

    async def keep(self, quiet: asyncio.Event) -> None:
        """Read the recording, or make it; if `quiet` isn't set yet, make it again once it is.

        A failure is logged, and costs only the picture.
        """
        await asyncio.to_thread(self._load)
        if self.report is not None:
            return
        if not quiet.is_set():
            await self._try()
            await quiet.wait()
        for _ in range(TRIES):
            if await self._try():
                await asyncio.to_thread(self._store)
                return
            await asyncio.sleep(PAUSE_S)

    async def _try(self) -> bool:
        """Make the recording; return whether that worked."""
        try:
            return await self._record()
        except (JaxDojoError, OSError) as error:
            logger.warning("front_page_not_recorded", reason=str(error))
            return False

    async def _record(self) -> bool:
        run = await self._runs.run_for_service(SNIPPET)
        while not run.status.is_final:
            await asyncio.sleep(POLL_S)
            run = await self._runs.get(run.id, None)
        if run.report is None or not shows_retracing(run.report):
            logger.warning(
                "front_page_not_recorded", reason="the run failed" if run.report is None else run.report.code
            )
            return False
        self.report, self.at = run.report, now()
        logger.info("front_page_recorded", calls=STEPS)
        return True

    def _load(self) -> None:
        try:
            kept = json.loads(self._path.read_bytes())
            if kept["program"] == SNIPPET and kept["version"] == find_version():
                report, at = Report.model_validate(kept["report"]), datetime.fromisoformat(kept["at"])
                if shows_retracing(report):
                    self.report, self.at = report, at
        except (OSError, ValueError, KeyError, TypeError):
            return  # There is none, or it is from another version: it is made again.

    def _store(self) -> None:
        if self.report is None or self.at is None:
            return
        kept = {
            "program": SNIPPET,
            "version": find_version(),
            "at": self.at.isoformat(),
            "report": self.report.model_dump(mode="json"),
        }
        scratch = self._path.with_suffix(".new")
        scratch.write_text(json.dumps(kept), encoding="utf-8")
        scratch.replace(self._path)


def shows_retracing(report: Report) -> bool:
    """Return whether a run shows what the front page describes: it succeeded, and each call was traced."""
    calls = [call for case in report.cases for call in case.calls]
    return report.verdict is Verdict.ACCEPTED and len(calls) == STEPS and all(call.traces for call in calls)
