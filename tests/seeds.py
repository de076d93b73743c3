"""The seed of samples that should be different for each commit, and the same again if they are repeated."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path


def choose_seed() -> str:
    """Return the commit, or today's date where there is no repository."""
    git = shutil.which("git")
    if git is not None:
        command = [git, "rev-parse", "--short", "HEAD"]
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.strip()
    return datetime.now(UTC).date().isoformat()
