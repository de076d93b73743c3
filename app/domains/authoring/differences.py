"""Differences between two versions of a problem, for its authors, who also see the hidden cases."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003 - a worker reads the task's types
from typing import TYPE_CHECKING, Final

from app.domains.authoring.schemas import FileChangeKind, VersionChange
from app.domains.problems.preview import show_case
from app.kit.workers.tasks import task
from grader.bundle.contents import Bundle
from grader.bundle.differences import HIDDEN, SAMPLES, compare_bundles, diff_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from grader.bundle.contents import Case

MAX_LINES: Final = 60
"""Maximum number of lines in a diff of submissions."""
MAX_LINES_OF_VERSION: Final = 1500
"""Maximum number of lines in a diff of a version's texts."""


@task
def compare_versions(store: Path, before: str, after: str) -> list[VersionChange]:
    """Return the differences between two bundles of a store, by digest: texts first, then keys, then cases."""
    return compare(Bundle.load(store / before), Bundle.load(store / after))


@task
def compare_files(pairs: dict[str, tuple[str, str]]) -> dict[str, str]:
    """Return the diff of each pair of texts, by path, cut after `MAX_LINES_OF_VERSION` lines."""
    return {path: cut_lines(diff_texts(*pair), MAX_LINES_OF_VERSION) for path, pair in pairs.items()}


def find_changed(old: Mapping[str, bytes], new: Mapping[str, bytes]) -> dict[str, FileChangeKind]:
    """Return the kind of change for each path whose content differs, sorted by path."""
    return {
        path: FileChangeKind.ADDED
        if path not in old
        else FileChangeKind.REMOVED
        if path not in new
        else FileChangeKind.CHANGED
        for path in sorted({*old, *new})
        if old.get(path) != new.get(path)
    }


@task
def compare_texts(before: str, after: str) -> str:
    """Return the diff of two submissions, cut after `MAX_LINES` lines."""
    return cut_lines(diff_texts(before, after))


def compare(before: Bundle, after: Bundle) -> list[VersionChange]:
    """Return the differences: texts first, then the manifest's keys, then cases."""
    cases = {SAMPLES: (before.samples, after.samples), HIDDEN: (before.pool, after.pool)}
    diffs = {name: diff_texts(_write(old), _write(new)) for name, (old, new) in cases.items()}
    return [
        VersionChange(
            name=one.name,
            told=one.told,
            noticed=one.noticed,
            diff=cut_lines(one.diff or diffs.get(one.name, ""), MAX_LINES_OF_VERSION),
        )
        for one in compare_bundles(before, after)
    ]


def cut_lines(text: str, most: int = MAX_LINES) -> str:
    """Return the first `most` lines of a text."""
    lines = text.splitlines()
    return "\n".join([*lines[:most], "..."] if len(lines) > most else lines)


def _write(cases: Iterable[Case]) -> str:
    shown = [show_case(case) for case in cases]
    return "\n".join(f"{case.label}: {case.inputs} -> {case.expected}" for case in shown)
