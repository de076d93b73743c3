"""Compiled programs that differ from the published ones are detected."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.bundle.checksums import is_whole, move_with_sums, write_sums

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    directory = tmp_path / "abc"
    directory.mkdir()
    for name in ("one-cache", "two-cache"):
        (directory / name).write_bytes(name.encode() * 100)
    write_sums(directory)
    return directory


def test_what_was_stored_is_whole(programs: Path) -> None:
    assert is_whole(programs)
    write_sums(programs)
    assert is_whole(programs)


def test_at_no_moment_programs_lie_without_their_sums(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise another process would consider them damaged, and remove them."""
    rename, target = Path.rename, programs.with_name("published")
    found = []

    def look(path: Path, to: Path) -> Path:
        moved = rename(path, to)
        found.append(is_whole(to))
        return moved

    monkeypatch.setattr(Path, "rename", look)
    move_with_sums(programs, target)
    assert found == [True]
    assert is_whole(target)
    assert [path.name for path in sorted(target.parent.iterdir())] == ["published", "published.sha256"]


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: (path / "one-cache").write_bytes(b"one-cachf" * 100),
        lambda path: (path / "one-cache").write_bytes(b""),
        lambda path: (path / "one-cache").unlink(),
        lambda path: (path / "three-cache").write_bytes(b"new"),
        lambda path: (path / "one-cache").replace(path / "two-cache"),
        lambda path: (path / "one-cache").rename(path / "zero-cache"),
        shutil.rmtree,
        lambda path: path.with_name("abc.sha256").unlink(),
        lambda path: path.with_name("abc.sha256").write_bytes(b"\xff"),
    ],
    ids=[
        "another byte",
        "empty",
        "missing",
        "one more",
        "in another's place",
        "renamed",
        "all gone",
        "no note",
        "noise",
    ],
)
def test_damage_is_seen(programs: Path, damage: Callable[[Path], object]) -> None:
    damage(programs)
    assert not is_whole(programs)
