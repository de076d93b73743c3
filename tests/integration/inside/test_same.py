"""Honest code gives the same answer whether or not it is watched."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING

import pytest

from grader.protocol import ValueReader
from tests.integration.explain.conftest import run_programs
from tests.integration.inside.programs import HEAD, PROGRAMS

if TYPE_CHECKING:
    from grader.protocol import Frame

OUTSIDE = """
import json, sys
told = []
for text in json.load(sys.stdin):
    names = {"__name__": "solution"}
    exec(compile(text, "solution.py", "exec"), names)
    told.append(names["run"](0))
print(json.dumps(told))
"""


def write_program(body: str) -> str:
    return f"# calls: 1\n{HEAD}\ndef run(step):\n{textwrap.indent(body.strip(), '    ')}\n"


@pytest.fixture(scope="module")
def inside() -> dict[str, list[Frame]]:
    return dict(zip(PROGRAMS, run_programs([write_program(body) for body in PROGRAMS.values()]), strict=True))


@pytest.fixture(scope="module")
def outside() -> dict[str, str]:
    programs = json.dumps([write_program(body) for body in PROGRAMS.values()])
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-W", "ignore", "-c", OUTSIDE]
    ran = subprocess.run(command, input=programs, capture_output=True, text=True, env=environment, check=True)
    return dict(zip(PROGRAMS, json.loads(ran.stdout), strict=True))


@pytest.mark.parametrize("name", PROGRAMS)
def test_watching_changes_nothing(name: str, inside: dict[str, list[Frame]], outside: dict[str, str]) -> None:
    frame = inside[name][-1]
    assert frame.header.get("error") is None, frame.header["error"]
    calls = frame.header["calls"]
    assert isinstance(calls, list)
    assert ValueReader(frame.payload).read(calls[0]["output"]) == outside[name]
