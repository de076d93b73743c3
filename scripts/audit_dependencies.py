"""Ask whether a locked package has a known vulnerability: `python -m scripts.audit_dependencies`.

pip-audit and npm query services on the network. A service that doesn't answer is reported, but isn't a failure, since
not every machine can reach it. A vulnerability is a failure, reported with the package and the version that fixes it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Final

from scripts.setup.front_end import find_node

ROOT: Final = Path(__file__).resolve().parent.parent
LOCKS: Final = tuple(ROOT / "requirements" / name for name in ("runtime.txt", "dev.txt", "installer.txt"))
LIMIT_S: Final = 300
_FIRST: Final = re.compile(r"^[\w.-]+==\S+ \\\n(?:    --hash=\S+(?: \\)?\n)+", re.MULTILINE)
"""The first package of a lock, with its hashes."""


def run(*command: str, folder: Path = ROOT) -> Any:  # noqa: ANN401 - what JSON says
    """Return the JSON that a command prints; None if it prints none, or takes too long."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT_S, check=False)
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def audit_python() -> list[str] | None:
    """Return the known vulnerabilities of the locked Python packages, one per line; None if there is no answer."""
    first = _FIRST.search(LOCKS[0].read_text("utf-8"))
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as probe:
        probe.write(first[0].rstrip(" \\\n") if first else "")
        probe.flush()
        if not _list_audited(_ask_pip_audit(Path(probe.name))):
            return None
    packages = _list_audited(_ask_pip_audit(*LOCKS))
    return [
        f"{package['name']} {package['version']}: {found['id']}, fixed in {', '.join(found['fix_versions']) or 'none'}"
        for package in packages
        for found in package["vulns"]
    ]


def _ask_pip_audit(*locks: Path) -> Any:  # noqa: ANN401 - what JSON says
    files = [argument for lock in locks for argument in ("-r", str(lock))]
    options = ("--disable-pip", "--require-hashes", "--format", "json", "--desc", "off", "--progress-spinner", "off")
    return run(sys.executable, "-m", "pip_audit", *options, *files)


def _list_audited(answer: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - what JSON says
    """Return the packages that the service knows; it reports the others as skipped."""
    return [package for package in (answer or {}).get("dependencies", []) if "vulns" in package]


def audit_npm() -> list[str] | None:
    """Return the known vulnerabilities of the front end's locked packages, one per line; None if there is no answer."""
    npm = find_node(Path(sysconfig.get_path("purelib"))).npm
    answer = run(*npm, "audit", "--json", "--package-lock-only", folder=ROOT / "web")
    if not isinstance(answer, dict) or "vulnerabilities" not in answer:
        return None
    return [f"{name}: {found['severity']}, in {found['range']}" for name, found in answer["vulnerabilities"].items()]


def main() -> int:
    """Ask both services; return 1 if either knows of a vulnerability."""
    failed = 0
    for name, audit in (("Python", audit_python), ("npm", audit_npm)):
        found = audit()
        if found is None:
            print(f"{name} packages were NOT audited: the service that knows vulnerabilities can't be reached.")
        elif found:
            failed = 1
            print(f"{name} packages with known vulnerabilities (scripts/lock.sh --upgrade-package, or npm update):")
            print("\n".join(f"  {line}" for line in found))
        else:
            print(f"{name} packages have no known vulnerability.")
    return failed


if __name__ == "__main__":
    sys.exit(main())
