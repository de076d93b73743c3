"""A second try for steps of publishing in which a sandbox ran out of time that it didn't use.

Such a sandbox was idle or waited for a processor, so the machine may be at fault, as in `Grader.grade`. A package that
is right must not be refused because the machine is busy.
"""

from __future__ import annotations

import functools
import logging
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from grader.errors import PublishRefusedError
from grader.grading.sealing import RefereeEndedError
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
R = TypeVar("R")
logger = logging.getLogger(__name__)


def tried_twice(step: Callable[P, R]) -> Callable[P, R]:
    """Return a step that is run once more if it was refused since a sandbox ran out of time that it didn't use."""

    @functools.wraps(step)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return step(*args, **kwargs)
        except PublishRefusedError as refused:
            ended = refused.__cause__
            if not isinstance(ended, SandboxEnded | RefereeEndedError) or not ended.outcome.lacked_time:
                raise
            logger.warning("a step of publishing %s is tried once more: %s", refused.slug, ended.outcome)
        return step(*args, **kwargs)

    return run
