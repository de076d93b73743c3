"""How `scripts/try_dockerfile.py` reads a Dockerfile."""

from __future__ import annotations

from pathlib import Path

from scripts.try_dockerfile import Instruction, Trial, list_needed, read_dockerfile, split_stages

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


def test_steps_are_run_in_their_root_without_the_machines_variables() -> None:
    trial = Trial(Path("/nowhere"), "mirror", [Path("/certificates")])
    command = trial.enter(Path("/root-of-it"), ["true"], {"NAME": "value"}, "/src", user=10001)
    assert command[:4] == ["bwrap", "--bind", "/root-of-it", "/"]
    assert "--clearenv" in command
    at = command.index("/certificates")
    assert command[at - 1 : at + 2] == ["--ro-bind", "/certificates", "/certificates"]
    assert command[command.index("--") + 1 :][:3] == ["setpriv", "--reuid=10001", "--regid=10001"]
