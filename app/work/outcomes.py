"""What a task on a working copy tells its followers in the end: findings, or the result of publishing."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.domains.authoring.findings import from_error, from_sentence
from app.domains.authoring.schemas import MutantCount, PackageFinding, SolutionView
from grader.errors import PackageError, PublishRefusedError, UnsupportedHereError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from grader.errors import Tried
    from grader.publishing.context import Known
    from grader.publishing.publish import PublishReport

    Found = Callable[[PackageFinding], None]


class NotPublishableError(Exception):
    """The problem doesn't pass; the message is for its editor."""

    def __init__(self, findings: list[PackageFinding], solutions: list[SolutionView]) -> None:
        super().__init__("refused")
        self.findings = findings
        self.solutions = solutions


@contextmanager
def translate_refusals(package: Path, references: Path) -> Iterator[None]:
    """Turn the grader's refusals into findings with paths in the working copy."""
    try:
        yield
    except PackageError as error:
        raise NotPublishableError([from_error(error, package, references)], []) from error
    except UnsupportedHereError as error:
        raise NotPublishableError([PackageFinding(message=str(error))], []) from error
    except PublishRefusedError as error:
        findings = [from_sentence(finding, package, references) for finding in error.findings]
        raise NotPublishableError(findings, [_show_solution(one) for one in error.solutions]) from error


def translate_findings(found: Found, package: Path, references: Path) -> Known:
    """Return a function that passes on each sentence of publishing as a finding with paths in the working copy."""
    return lambda sentence: found(from_sentence(sentence, package, references))


def describe(report: PublishReport) -> dict[str, object]:
    """Return the fields of a task's view that show a report."""
    return {
        "solutions": [_show_solution(one) for one in report.solutions],
        "samples": report.samples,
        "pool": report.pool,
        "mutants": _count_mutants(report),
        "time_s": report.time_s,
        "memory_mib": report.memory_mib,
    }


def _count_mutants(report: PublishReport) -> MutantCount | None:
    if report.mutants is None:
        return None
    results = Counter(trial.result for trial in report.mutants)
    return MutantCount(
        tried=len(report.mutants),
        noticed=results["killed"],
        equivalent=results["equivalent"],
        left=report.mutants_left,
    )


def _show_solution(one: Tried) -> SolutionView:
    return SolutionView(
        kind=one.kind,
        name=one.name,
        verdict=one.verdict.value,
        code=one.code,
        slowest_ms=round(one.slowest_s * 1000, 1),
        memory_mib=one.memory_mib,
        finding=one.finding,
    )
