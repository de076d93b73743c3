"""The native library: found if it is built already, built otherwise, or missing without a compiler."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from grader.sandbox import native

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copy = tmp_path / "package" / native.SOURCE.name
    copy.parent.mkdir()
    shutil.copy(native.SOURCE, copy)
    monkeypatch.setattr(native, "SOURCE", copy)
    return copy


def test_it_is_built_once(source: Path, tmp_path: Path) -> None:
    if not any(map(shutil.which, native.COMPILERS)):
        pytest.skip("there is no C compiler here")
    built = native.build_library(tmp_path / "data")
    assert built is not None
    assert built.parent == tmp_path / "data"
    written = built.stat().st_mtime_ns
    assert native.build_library(tmp_path / "data") == built
    assert built.stat().st_mtime_ns == written


def test_without_a_compiler_there_is_none(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "COMPILERS", ())
    assert native.build_library(tmp_path / "data") is None


def test_one_that_came_along_is_taken(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not any(map(shutil.which, native.COMPILERS)):
        pytest.skip("there is no C compiler here")
    beside = native.build_library(source.parent)
    monkeypatch.setattr(native, "COMPILERS", ())
    assert native.build_library(tmp_path / "data") == beside
