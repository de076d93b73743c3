"""A scratch installation with one published problem, for benchmarks that run the service in separate processes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import httpx

from app.kit.settings import Settings
from grader.publishing.checked import NAME as CHECKED
from tests.ports import find_free_port

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
SLUG: Final = "jit_forward"
COMMAND: Final = [sys.executable, "-c", "from app.cli.main import main; main()"]
LOST_AFTER_S: Final = 2.0
START_S: Final = 120.0
STOP_S: Final = 60.0


def make_settings(folder: Path, database_url: str | None = None) -> Settings:
    """Return settings for a scratch folder. A job may be killed often, so many attempts are allowed."""
    choices: dict[str, object] = {"database_url": database_url} if database_url else {}
    return Settings.model_validate(
        {
            "data": folder / "data",
            "problems": folder / "problems",
            "port": find_free_port(),
            "runner": "separate",
            "workers": 2,
            "max_attempts": 10,
            "max_pending": 1000,
            # All learners have the same address here, and some submit without a pause.
            "submissions_per_minute": 0,
            "requests_per_minute": 0,
            "address_requests_per_minute": 0,
            "lost_after_s": LOST_AFTER_S,
            "stop_grace_s": 20.0,
            "password_memory_kib": 64,
            "password_passes": 1,
            **choices,
        }
    )


def make_environment(settings: Settings) -> dict[str, str]:
    """Return the environment that passes these settings to a process."""
    given = {f"JAXDOJO_{name.upper()}": str(getattr(settings, name)) for name in settings.model_fields_set}
    return os.environ | given | {"PYTHONPATH": str(ROOT)}


def publish(settings: Settings) -> None:
    """Copy the problem into the installation, and publish it quickly."""
    for folder in ("problems", "reference_solutions"):  # nothing else should be published
        shutil.copytree(ROOT / folder / SLUG, settings.problems.parent / folder / SLUG)
    shutil.copy(ROOT / "problems" / CHECKED, settings.problems)
    print(f"publishing {SLUG} …", file=sys.stderr)
    command = [*COMMAND, "problem", "publish", "--quick", SLUG]
    subprocess.run(command, env=make_environment(settings), check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def read_solution() -> str:
    """Return the source of an accepted solution."""
    return (ROOT / "reference_solutions" / SLUG / "accepted" / "canonical.py").read_text(encoding="utf-8")


@contextmanager
def running(command: list[str], settings: Settings, **changes: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a process with these settings and environment variables for the duration of the block."""
    environment, silent = make_environment(settings) | changes, subprocess.DEVNULL
    process = subprocess.Popen(command, env=environment, cwd=ROOT, stdout=silent, stderr=silent)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(STOP_S)


def wait_until_served(address: str) -> None:
    """Wait until a server responds at this address."""
    deadline = time.monotonic() + START_S
    while True:
        try:
            if httpx.get(f"{address}/healthz").is_success:
                return
        except httpx.TransportError:
            if time.monotonic() > deadline:
                raise
        time.sleep(0.05)
