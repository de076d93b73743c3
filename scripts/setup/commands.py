"""Runs commands quietly, and tells the user what happens."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT_LINES: Final = 40
"""How much of a failed command's output is shown."""
DROPPED: Final = {
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONPYCACHEPREFIX",
    "VIRTUAL_ENV",
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_ROOT",
    "UV_NO_VERIFY_HASHES",
    "UV_WORKING_DIR",
}
"""Variables that would make Python, pip or uv ignore the virtual environment or the locks."""
SET: Final = {
    "PIP_USER": "0",
    "PIP_REQUIRE_VIRTUALENV": "0",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PIP_NO_INPUT": "1",
}


class SetupError(Exception):
    """Set-up can't go on. The message says what is missing and how to get it."""


def say(text: str) -> None:
    """Print one line about what happens now."""
    print(f"setup: {text}", flush=True)


def clean_environment() -> dict[str, str]:
    """Return the environment without variables that would make Python, pip or uv ignore the virtual environment."""
    return {name: value for name, value in os.environ.items() if name not in DROPPED} | SET


def run(*command: str | Path, folder: Path = ROOT, **extra: str) -> str:
    """Run a command with `extra` in its environment and return what it prints; raise `SetupError` if it fails."""
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            env=clean_environment() | extra,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
        )
    except OSError as error:
        raise SetupError(f"this command can't be run:\n    {shlex.join(words)}\n{error}") from error
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-KEPT_LINES:])
        raise SetupError(f"this command failed with status {done.returncode}:\n    {shlex.join(words)}\n{tail}")
    return done.stdout
