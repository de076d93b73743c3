"""How `scripts/try_dockerfile.py` reads a Dockerfile."""

from __future__ import annotations

import re
from pathlib import Path

from scripts.try_dockerfile import SHIPPED, Instruction, Trial, list_needed, read_dockerfile, split_stages
from tests.unit.deploy.shared import ROOT

TEXT = """\
# A comment.
ARG IMAGE=python:3.13.9-slim-bookworm
FROM ${IMAGE} AS build
RUN one \\
    && two

FROM build AS other
FROM ${IMAGE} AS base
ENV NAME=value
FROM base AS cpu
COPY --from=build /x /y
"""


def test_lines_are_joined_and_comments_left_out() -> None:
    instructions = read_dockerfile(TEXT)
    assert instructions[0] == Instruction("ARG", "IMAGE=python:3.13.9-slim-bookworm")
    assert instructions[2] == Instruction("RUN", "one && two")


def test_only_what_a_target_needs_is_built() -> None:
    stages = split_stages(read_dockerfile(TEXT))
    assert list(stages) == ["build", "other", "base", "cpu"]
    assert list_needed(stages, "cpu") == ["base", "build", "cpu"]
    assert list_needed(stages, "other") == ["build", "other"]


def test_the_solution_that_is_graded_lies_where_the_wheel_puts_it() -> None:
    """`CODE` and `DATA` of setup.py say where that is."""
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    code, package = re.findall(r'^CODE = "(.+)"$|f"\{CODE\}(\.[\w.]+)": "reference_solutions"', setup, re.MULTILINE)
    assert SHIPPED.endswith("/site-packages/" + (code[0] + package[1]).replace(".", "/"))


def test_steps_are_run_in_their_root_without_the_machines_variables() -> None:
    trial = Trial(Path("/nowhere"), "mirror", [Path("/certificates")])
    command = trial.enter(Path("/root-of-it"), ["true"], {"NAME": "value"}, "/src", user=10001)
    assert command[:4] == ["bwrap", "--bind", "/root-of-it", "/"]
    assert "--clearenv" in command
    at = command.index("/certificates")
    assert command[at - 1 : at + 2] == ["--ro-bind", "/certificates", "/certificates"]
    assert command[command.index("--") + 1 :][:3] == ["setpriv", "--reuid=10001", "--regid=10001"]
