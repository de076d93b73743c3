"""Programs that seem damaged are removed only if a second look confirms it, and those of drafts never."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from grader.bundle.checksums import is_whole, write_sums
from grader.bundle.contents import name_draft
from grader.errors import SandboxStartError
from grader.grading import pool as pool_module
from grader.grading.pool import SandboxPool
from grader.settings import GraderSettings
from tests.unit.grader.test_bundle import make_bundle

if TYPE_CHECKING:
    from pathlib import Path


def test_programs_that_are_just_replaced_are_not_taken_for_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle = make_bundle()
    looks: list[Path] = []
    directory = tmp_path / bundle.digest
    directory.mkdir()
    (directory / "one-cache").write_bytes(b"one")
    write_sums(directory)

    def look(path: Path) -> bool:
        looks.append(path)
        return len(looks) > 1 and is_whole(path)

    monkeypatch.setattr(pool_module, "SECOND_LOOK_SECONDS", 0.0)
    monkeypatch.setattr(pool_module, "is_whole", look)
    pool = SandboxPool(GraderSettings(compile_cache=tmp_path), spares=0)
    try:
        pool._require_programs(bundle)
        assert len(looks) == 2
        assert directory.is_dir()
        (directory / "one-cache").write_bytes(b"another")
        with pytest.raises(SandboxStartError, match="were damaged"):
            pool._require_programs(bundle)
        assert not directory.exists(), "nobody reads them by mistake"
    finally:
        pool.close()


def test_a_draft_is_not_warmed_ahead_while_its_programs_are_compiled(tmp_path: Path) -> None:
    bundle = make_bundle()
    draft = replace(bundle, digest=name_draft(bundle.digest))
    assert draft.digest != name_draft(bundle.digest), "another check of the same files has its own folder"
    (tmp_path / draft.digest).mkdir()
    pool = SandboxPool(GraderSettings(compile_cache=tmp_path), spares=1)
    try:
        pool.expect(bundle)
        pool.expect(draft)
        assert pool._most_wanted() is bundle
    finally:
        pool.close()
