"""Which modules a submission may not import, because they reach every object of the interpreter."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from grader.inside.rules import INTERPRETERS, judge_import

BEGINNINGS = ("_test", "_xx", "xx", "_ctypes_test")


def list_test_modules() -> list[str]:
    """Return this Python's own test modules in compiled code, in files and built in."""
    files = Path(os.__file__).with_name("lib-dynload").glob("*.so")
    names = {path.name.partition(".")[0] for path in files} | set(sys.builtin_module_names)
    return sorted(name for name in names if name.startswith(BEGINNINGS))


def test_each_of_pythons_own_test_modules_is_refused() -> None:
    names = list_test_modules()
    assert "xxsubtype" in names
    assert {name for name in names if judge_import((name,)) is not INTERPRETERS} == set()


@pytest.mark.parametrize("name", ["gc", "_testcapi", "mine._testcapi", "_xxsubinterpreters", "_xxinterpchannels"])
def test_the_last_part_of_a_name_counts_too(name: str) -> None:
    assert judge_import((name,)) is INTERPRETERS


@pytest.mark.parametrize("name", ["pandas._testing", "numpy.testing", "xxhash", "_xxhash", "xx", "_test", "test"])
def test_libraries_whose_names_are_alike_are_not_refused(name: str) -> None:
    assert judge_import((name,)) is None
