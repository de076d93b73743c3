"""The grader's settings: one frozen object that is passed as an argument, never imported."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class GraderSettings(BaseModel):
    """Limits and locations of the sandboxes. Every field has a default that suits a single machine."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sandbox_python: Path = Field(
        default=Path(sys.executable), description="The interpreter, with jax and flax, that runs inside the sandbox."
    )
    sandbox_packages: tuple[str, ...] = Field(
        default=(),
        description="Distributions besides jax, flax and optax that submissions may import, with their requirements.",
    )
    other_pythons: tuple[Path, ...] = Field(
        default=(),
        description="Interpreters of other environments with jax and flax, in which publishing also tries problems.",
    )
    compile_cache: Path | None = Field(
        default=None,
        description="Folder with a subfolder of compiled programs for each bundle; read-only for sandboxes.",
    )
    sandbox_uid: int = Field(
        default=64738,
        ge=1000,
        le=2**31 - 1,
        description="Host user and group id that sandboxes get when the runner is root. It should own nothing.",
    )
    device: Literal["cpu", "gpu"] = Field(
        default="cpu", description="Device for submissions. On a GPU the sandbox is weaker: tier G."
    )
    memory_mb: int = Field(default=1536, ge=256, description="Private memory of one sandbox, in MiB (RLIMIT_DATA).")
    cpu_seconds: int = Field(default=120, ge=1, description="Processor time of one sandbox, in seconds.")
    scratch_mb: int = Field(default=64, ge=1, description="Size of the sandbox's /tmp, in MiB.")
    scratch_files: int = Field(default=1024, ge=16, description="Maximum number of files and directories in /tmp.")
    open_files: int = Field(default=256, ge=32, description="Maximum number of open file descriptors of a sandbox.")
    threads: int = Field(default=256, ge=16, description="Maximum number of threads of a sandbox.")
    output_kept: int = Field(default=64 * 2**10, ge=0, description="Printed bytes that are kept, per stream.")
    output_cap: int = Field(default=16 * 2**20, ge=1, description="Printed bytes of both streams that end a sandbox.")
    reply_cap: int = Field(default=512 * 2**20, ge=1, description="Maximum size of all frames of a sandbox, in bytes.")
    cgroups: Literal["auto", "require", "off"] = Field(
        default="auto",
        description="Control groups for sandboxes: `auto` uses them if available, `require` demands them.",
    )
    minimum_tier: Literal["A", "B"] = Field(
        default="B", description="The weakest tier of sandbox that may grade; if it is weaker, nothing is graded."
    )
    cgroup_parent: Path | None = Field(
        default=None,
        description="Directory of a delegated control group (version 2) for the sandboxes; default: the runner's own.",
    )
    cgroup_slack_mb: int = Field(
        default=256, ge=16, description="Memory of a sandbox's control group beyond memory_mb and scratch_mb, in MiB."
    )
    start_seconds: float = Field(default=60.0, gt=0, description="Maximum processor seconds until a sandbox is ready.")
