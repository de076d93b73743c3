"""What changed from one version of a problem to another, for its authors: they are shown the hidden cases, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.domains.authoring.schemas import VersionChange
from app.domains.problems.preview import show_case
from grader.bundle.differences import HIDDEN, SAMPLES, compare_bundles, diff_texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from grader.bundle.contents import Bundle, Case


def compare(before: Bundle, after: Bundle) -> list[VersionChange]:
    """Return what differs: texts first, then the manifest's keys, then cases."""
    cases = {SAMPLES: (before.samples, after.samples), HIDDEN: (before.pool, after.pool)}
    diffs = {name: diff_texts(_write(old), _write(new)) for name, (old, new) in cases.items()}
    return [
        VersionChange(name=one.name, told=one.told, noticed=one.noticed, diff=one.diff or diffs.get(one.name, ""))
        for one in compare_bundles(before, after)
    ]


def _write(cases: Iterable[Case]) -> str:
    shown = [show_case(case) for case in cases]
    return "\n".join(f"{case.label}: {case.inputs} -> {case.expected}" for case in shown)
