"""Checks that an installation has what a problem needs: versions, a device, memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.errors import UnsupportedHereError
from grader.package.needs import is_in_range

if TYPE_CHECKING:
    from grader.package.files import ProblemFile
    from grader.report import Stack
    from grader.settings import GraderSettings


def require_support(slug: str, problem: ProblemFile, stack: Stack, settings: GraderSettings) -> None:
    """Raise `UnsupportedHereError` if the sandbox has other versions, another device or less memory than needed."""
    for name in ("python", "jax", "flax"):
        wanted, found = getattr(problem.needs, name), getattr(stack, name)
        if wanted is not None and not is_in_range(found, wanted):
            raise UnsupportedHereError(slug, f"it needs {name} {wanted}, and the sandbox has {name} {found}")
    if problem.device not in ("any", settings.device):
        has = settings.device.upper()
        raise UnsupportedHereError(
            slug, f"it needs a {problem.device.upper()}, and submissions compute on the {has} here"
        )
    memory = problem.limits.memory
    if memory is not None and memory > settings.memory_mb:
        reason = f"it needs {memory} MiB of memory, and a sandbox has {settings.memory_mb} MiB here"
        raise UnsupportedHereError(slug, reason)
