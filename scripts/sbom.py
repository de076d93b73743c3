"""Write the list of what a release needs, an SBOM by CycloneDX: `python scripts/sbom.py FILE`.

It has what `requirements/runtime.txt` locks. What the tool says is shown only if it fails: it always warns that such a
file doesn't tell which package needs which.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
LOCK: Final = ROOT / "requirements" / "runtime.txt"
OPTIONS: Final = ("--mc-type", "application", "--output-reproducible", "--output-format", "JSON")


def write_sbom(path: Path, lock: Path = LOCK) -> str:
    """Write the list of what `lock` names; return the tool's words if it fails, and else an empty string."""
    project = ["--pyproject", str(ROOT / "pyproject.toml")]
    command = [sys.executable, "-m", "cyclonedx_py", "requirements", *project, *OPTIONS, "--output-file", str(path)]
    done = subprocess.run([*command, str(lock)], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}" or f"It ended with {done.returncode}."


if __name__ == "__main__":
    sys.exit(write_sbom(Path(sys.argv[1])) or 0)
