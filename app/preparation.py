"""What a process that grades does before its first grade: try the sandbox, and have spares for the problems in use.

Being tried and warmed goes on beside everything else: a submission that comes meanwhile is graded, only later. `ready`
is set when the next one will find a spare, or can't be helped: there is no sandbox, or warming takes too long.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Final, Literal

import structlog

from app.errors import JaxDojoError
from grader.errors import GraderError

if TYPE_CHECKING:
    from app.runner import GraderPort
    from app.services import Services
    from grader.bundle import Bundle

logger = structlog.stdlib.get_logger(__name__)

LIMIT_S: Final = 30.0
"""After this many seconds readiness is told, warm or not."""
LOOK_S: Final = 0.02
"""How often spares are looked for until then; later once a second."""


class Preparation:
    """How far it has come. `spares` is `elsewhere`, like `sandbox`, where other processes grade."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.sandbox = "elsewhere"
        """Its tier, or why there is none, in words for the operator."""
        self.spares: Literal["elsewhere", "warming", "warm"] = "elsewhere"
        self.ready = asyncio.Event()

    @property
    def can_grade(self) -> bool:
        """Whether nothing is known to stand in the way."""
        return not self.sandbox.startswith("unavailable")

    def skip(self) -> None:
        """Prepare nothing: other processes grade."""
        self.ready.set()

    async def run(self, grader: GraderPort) -> None:
        """Prepare. Cancel it when the process stops."""
        self.sandbox, self.spares = "being tried", "warming"
        await asyncio.gather(self._find_tier(grader), self._warm_up(grader))

    async def _find_tier(self, grader: GraderPort) -> None:
        try:
            tier = await asyncio.to_thread(lambda: grader.tier)
            self.sandbox = f"tier {tier}" if tier != "none" else "unavailable: a wall is missing"
        except GraderError as error:
            self.sandbox = f"unavailable: {error}"
        if not self.can_grade:
            logger.error("nothing_can_be_graded", sandbox=self.sandbox, advice="run `jaxdojo doctor`")
            self.ready.set()

    async def _warm_up(self, grader: GraderPort) -> None:
        began = time.monotonic()
        bundles = await self._expect_submissions(grader)
        hot = bundles[max(0, len(bundles) - self._services.settings.spares) :]
        while not all(grader.is_warm(bundle) for bundle in hot):
            if not self.ready.is_set() and time.monotonic() - began > LIMIT_S:
                logger.warning("still_warming", problems=[bundle.manifest.slug for bundle in hot])
                self.ready.set()
            await asyncio.sleep(1.0 if self.ready.is_set() else LOOK_S)
        self.spares = "warm"
        self.ready.set()

    async def _expect_submissions(self, grader: GraderPort) -> list[Bundle]:
        """Tell the grader of every published problem; return their bundles, the one used last at the end."""
        bundles = []
        try:
            versions = await self._services.catalogue.list_by_use()
        except JaxDojoError as error:
            logger.warning("problems_unknown", reason=error.message)
            return []
        for version in reversed(versions):
            try:
                bundle = await self._services.catalogue.load_bundle(version)
            except JaxDojoError as error:
                logger.warning("bundle_unusable", reason=error.message)
                continue
            grader.expect(bundle)
            bundles.append(bundle)
        return bundles
