"""What the pool of sandboxes makes next, and when it takes compiled programs for damaged."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from types import SimpleNamespace
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
    from collections.abc import Callable
    from concurrent.futures import ThreadPoolExecutor
    from pathlib import Path

    from grader.grading.spare import Spare
    from grader.sandbox.zygote import Zygote


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


@pytest.mark.parametrize("spares", [0, 1, 2, 3, 4, 7])
def test_the_pool_comes_to_rest_whatever_was_graded_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spares: int
) -> None:
    pool = SandboxPool(GraderSettings(compile_cache=tmp_path), spares=spares)
    root = cast("Zygote", StubZygote())
    monkeypatch.setattr(pool, "_root_zygote", lambda: root)
    monkeypatch.setattr(pool, "_find_whether_all_cold", lambda _root: None)
    monkeypatch.setattr(pool, "_require_programs", lambda _bundle: None)
    pool._reaper = cast("ThreadPoolExecutor", InThisThread())
    bundles = [replace(make_bundle(), digest=f"{number:064x}") for number in range(pool_module.MAX_RECENT + 9)]
    drafts = [replace(bundle, digest=name_draft(bundle.digest)) for bundle in bundles[:40]]
    for bundle in (*bundles, *drafts):
        (tmp_path / bundle.digest).mkdir()
    try:
        for bundle in bundles[:9]:
            pool.expect(bundle)
            come_to_rest(pool)
            assert pool.ready == spares
        for bundle in bundles:  # those with spares and zygotes are forgotten before the thread makes others
            pool.expect(bundle)
        come_to_rest(pool)
        for draft in drafts:  # as `find_why_cold` and publishing do
            pool._zygote_for(draft)
            assert pool._zygotes[draft.digest].is_alive(), "what is being published keeps its zygote"
            come_to_rest(pool)
        assert len(pool._zygotes) <= pool_module.MAX_ZYGOTES
        assert pool.ready == spares
    finally:
        pool._ready.clear()
        pool._zygotes.clear()
        pool.close()


def come_to_rest(pool: SandboxPool) -> None:
    """Make what the pool wants, as its thread does, until it wants nothing."""
    for _ in range(3 * pool_module.MAX_RECENT):
        wanted = pool._most_wanted()
        if isinstance(wanted, pool_module._Nothing):
            return
        if isinstance(wanted, pool_module._Warming):
            pool._zygote_for(wanted.bundle)
        else:
            digest = wanted.digest if wanted is not None else None
            pool._ready.setdefault(digest, deque()).append(cast("Spare", SimpleNamespace(process=StubZygote())))
            pool._drop_surplus()
    pytest.fail("it makes one thing after another and ends others for it")


class StubZygote:
    def __init__(self) -> None:
        self._alive = True

    def is_alive(self) -> bool:
        return self._alive

    def fork_zygote(self, *_: object) -> StubZygote:
        return StubZygote()

    def retire(self) -> None:
        self._alive = False

    kill = retire


class InThisThread:
    """An executor that has done what it is given when `submit` returns."""

    def submit(self, function: Callable[[], None]) -> None:
        function()

    def shutdown(self, *, wait: bool) -> None:
        pass
