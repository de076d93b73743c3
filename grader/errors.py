"""The grader's exceptions. Each message addresses a person and says what to do.

::

    GraderError                    code `grader_failed`
    ├── PackageError               a problem's files are wrong: file, line, key and a suggestion
    ├── PublishRefusedError        the files are well formed, but the problem is not sound
    ├── UnsupportedHereError       the problem needs other versions, another device or more memory than available here
    ├── BundleError                a published bundle is missing or damaged
    ├── CheckerFailedError         a problem's own checker raised, or returned something invalid
    ├── SandboxUnavailableError    a wall can't be built on this machine: nothing is graded until it can
    │   └── GpuUnavailableError    the settings ask for a GPU, and there is none
    └── SandboxStartError          one sandbox didn't start; another one may
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.report import Verdict


class GraderError(Exception):
    """The base class of every error that the grader raises on purpose. `code` is stable and meant for programs."""

    code: ClassVar[str] = "grader_failed"


class PackageError(GraderError):
    """Something in a problem's files is wrong."""

    code = "package_invalid"

    def __init__(
        self,
        message: str,
        *,
        file: str,
        line: int | None = None,
        key: str | None = None,
        suggestion: str | None = None,
    ) -> None:
        """Say what is wrong, where, and how to correct it."""
        self.message = message
        self.file = file
        self.line = line
        self.key = key
        self.suggestion = suggestion
        place = f"{file}:{line}" if line is not None else file
        text = f"{place}: {f'{key}: ' if key else ''}{message}"
        super().__init__(f"{text} ({suggestion})" if suggestion else text)


class Tried(Protocol):
    """The result of an author's solution, as a refusal reports it; see `grader.publishing.solutions.Solution`."""

    @property
    def kind(self) -> str: ...  # noqa: D102
    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def verdict(self) -> Verdict: ...  # noqa: D102
    @property
    def code(self) -> str: ...  # noqa: D102
    @property
    def slowest_s(self) -> float: ...  # noqa: D102
    @property
    def memory_mib(self) -> int | None: ...  # noqa: D102
    @property
    def finding(self) -> str | None: ...  # noqa: D102


class PublishRefusedError(GraderError):
    """A problem did not pass its own checks; `findings` lists the reasons, `solutions` what was tried."""

    code = "publish_refused"

    def __init__(self, slug: str, findings: list[str], solutions: Sequence[Tried] = ()) -> None:
        """Name the problem and list all findings."""
        self.slug = slug
        self.findings = findings
        self.solutions = solutions
        super().__init__(f"{slug} is not published:\n" + "\n".join(f"  - {finding}" for finding in findings))


class UnsupportedHereError(GraderError):
    """This installation lacks something that a problem needs to be published. The problem itself is not at fault."""

    code = "unsupported_here"

    def __init__(self, slug: str, reason: str) -> None:
        """Name the problem and what it needs."""
        self.slug = slug
        self.reason = reason
        super().__init__(f"{slug} is not published here: {reason}.")


class BundleError(GraderError):
    """A published bundle is missing or damaged."""

    code = "bundle_unusable"


class SandboxUnavailableError(GraderError):
    """The machine can't build one of the sandbox's walls, so nothing may be graded (`jaxdojo doctor` says more)."""

    code = "sandbox_unavailable"

    def __init__(self, wall: str, detail: str) -> None:
        """Say which `wall` is missing and what was seen."""
        super().__init__(f"the sandbox has no {wall} wall here: {detail}")
        self.wall = wall
        self.detail = detail


class GpuUnavailableError(SandboxUnavailableError):
    """The settings ask for a GPU, and there is none, or JAX can't use it."""

    def __init__(self, detail: str) -> None:
        """Say what is missing and how to get it."""
        super().__init__("gpu", detail)
        self.args = (f"no GPU can be used here: {detail}",)


class SandboxStartError(GraderError):
    """One sandbox ended, or said nothing, before it was ready. Only trusted code had run in it."""

    code = "sandbox_start_failed"


class CheckerFailedError(GraderError):
    """A problem's own `checker.py` failed, so there is no finding to report. The submission is not to blame."""

    code = "checker_failed"
