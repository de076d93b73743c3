"""Two checks of the same files don't interfere: a draft is used once, and has its own folder of programs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from grader.bundle.store import BundleStore
from grader.publishing.completion import is_complete
from grader.publishing.publish import publish
from grader.publishing.single_solution import try_solution
from grader.report import Verdict
from tests.integration.grader.test_publish import SECRET, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from grader.grading.client import Grader

pytestmark = pytest.mark.sandbox


def test_files_are_published_while_they_are_tried(grader: Grader, tmp_path: Path) -> None:
    folders = write_files(tmp_path)

    def try_here() -> Verdict:
        return try_solution(*folders, SECRET, grader, "canonical.py").verdict

    assert try_here() is Verdict.ACCEPTED
    with ThreadPoolExecutor(2) as executor:
        trials = [executor.submit(try_here) for _ in range(3)]
        report = publish(*folders, BundleStore(tmp_path / "bundles"), SECRET, grader, quick=True)
        assert {trial.result() for trial in trials} == {Verdict.ACCEPTED}
    cache = grader.settings.compile_cache
    assert report.accepted == 1
    assert cache is not None
    assert is_complete(report.digest, cache)
    assert not list(cache.glob("draft-*"))
