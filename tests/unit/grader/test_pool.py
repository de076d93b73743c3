"""What the pool of sandboxes makes next, and when it takes compiled programs for damaged."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import pytest

from grader.bundle.checksums import is_whole, write_sums
from grader.bundle.contents import Bundle, name_draft
from grader.errors import SandboxStartError
from grader.grading import pool as pool_module
from grader.grading.pool import SandboxPool
from grader.settings import GraderSettings
from tests.unit.grader.test_bundle import make_bundle

if TYPE_CHECKING:
    from pathlib import Path

    from grader.grading.spare import Spare


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


def test_a_problem_without_compiled_programs_is_not_warmed_again_and_again(tmp_path: Path) -> None:
    bundle = make_bundle()
    pool = SandboxPool(GraderSettings(compile_cache=tmp_path), spares=0)
    try:
        pool.expect(bundle)
        assert isinstance(pool._most_wanted(), pool_module._Nothing), "the thread that makes them sleeps"
        (tmp_path / bundle.digest).mkdir()
        assert isinstance(pool._most_wanted(), pool_module._Warming)
    finally:
        pool.close()


def test_all_spares_are_shared_out(tmp_path: Path) -> None:
    pool = SandboxPool(GraderSettings(compile_cache=tmp_path), spares=5)
    bundles = [replace(make_bundle(), digest=f"{number:064x}") for number in range(3)]
    try:
        for bundle in bundles:
            pool.expect(bundle)
        made: list[str] = []
        while isinstance(wanted := pool._most_wanted(), Bundle):
            made.append(wanted.digest)
            pool._ready.setdefault(wanted.digest, deque()).append(cast("Spare", object()))
        assert [made.count(bundle.digest) for bundle in bundles] == [1, 2, 2], "the last used get the rest"
    finally:
        pool._ready.clear()
        pool.close()
