"""Problems are also tried in other environments if the settings name some."""

from __future__ import annotations

import json
import platform
import shutil
import sys
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.errors import PublishRefusedError, UnsupportedHereError
from grader.grading.client import Grader
from grader.sandbox.interpreter import Interpreter
from tests.integration.grader.test_publish import publish

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.integration.grader.conftest import Publisher

pytestmark = pytest.mark.sandbox

STACK_DEPENDENT = """\
try:
    import only_elsewhere
except ImportError:
    only_elsewhere = None

def twice(x):
    return 2 * x if only_elsewhere is None else 3 * x
"""


def make_environment(root: Path) -> Path:
    """Return a Python whose sandboxes have one more module, `only_elsewhere`, than those of this Python."""
    packages = root / "elsewhere"
    packages.mkdir(parents=True)
    module = packages / "only_elsewhere.py"
    module.write_text("", encoding="utf-8")
    here = Interpreter.probe(Path(sys.executable))
    answer = {
        "executable": str(here.executable),
        "base": str(here.base),
        "packages": [str(packages), *map(str, here.packages)],
        "libraries": [str(module), *map(str, here.libraries)],
        "hidden": [str(path) for path in here.hidden],
        "missing": [],
    }
    python = root / "python"
    python.write_text(f"#!/bin/sh\necho '{json.dumps(answer)}'\n", encoding="utf-8")
    python.chmod(0o755)
    return python


@contextmanager
def publisher_with(publisher: Publisher, root: Path, python: Path) -> Iterator[Publisher]:
    shared = publisher.grader.settings.compile_cache
    assert shared is not None
    shutil.copytree(shared.parent / "native", root / "native")
    changes = {"other_pythons": (python,), "compile_cache": root / "cache"}
    with Grader(publisher.grader.settings.model_copy(update=changes), spares=0) as grader:
        yield replace(publisher, grader=grader)


def test_a_problem_must_hold_in_each_environment_that_it_claims(publisher: Publisher, tmp_path: Path) -> None:
    with publisher_with(publisher, tmp_path, make_environment(tmp_path)) as other:
        report = publish(other, tmp_path)
        assert len(report.stacks) == 2
        assert report.stacks[0].startswith(f"Python {platform.python_version()}, jax ")
        with pytest.raises(PublishRefusedError, match=r"with Python .*: accepted/canonical.py got wrong_answer"):
            publish(other, tmp_path, accepted__canonical_py=STACK_DEPENDENT)
        assert publish(other, tmp_path, accepted__canonical_py=STACK_DEPENDENT, quick=True).accepted == 1


def test_an_environment_that_a_problem_does_not_claim_is_left_out(
    publisher: Publisher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def refuse(slug: str, *_rest: object) -> None:
        seen.append(slug)
        raise UnsupportedHereError(slug, "it needs jax >=99")

    monkeypatch.setattr("grader.publishing.stacks.require_support", refuse)
    with publisher_with(publisher, tmp_path, make_environment(tmp_path)) as other:
        report = publish(other, tmp_path, accepted__canonical_py=STACK_DEPENDENT)
    assert seen == ["twice"]
    assert len(report.stacks) == 1


def test_a_python_that_is_none_is_told(publisher: Publisher, tmp_path: Path) -> None:
    with (
        publisher_with(publisher, tmp_path, tmp_path / "nothing") as other,
        pytest.raises(PublishRefusedError, match=r"can't be tried with .* can't be used"),
    ):
        publish(other, tmp_path)
