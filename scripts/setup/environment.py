"""The virtual environment: its packages, this checkout, the `jaxdojo` command, and the bytecode of all of these."""

from __future__ import annotations

import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scripts.setup import installer
from scripts.setup.commands import ROOT, clean_environment, run, say
from scripts.setup.stamps import digest, is_stamped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scripts.setup.purposes import Purpose

SOURCES: Final = (Path(__file__).resolve(), Path(installer.__file__).resolve())
LAUNCHER: Final = """#!/bin/sh
'''exec' "{python}" "$0" "$@"
' '''
import sys

from app.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
"""
"""The `jaxdojo` command: both a shell script and a Python program, so that the path may contain spaces."""


class Environment:
    """A virtual environment of the Python that runs this, for a purpose."""

    def __init__(self, folder: Path, purpose: Purpose, *, system_node: bool) -> None:
        self.folder = folder
        self.python = folder / "bin" / "python"
        self.packages = folder / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
        self._locks = purpose.list_locks(system_node=system_node)
        self._stamp = folder / ".setup-stamp"
        self._value = self._digest(self._locks)
        self._sufficient = [
            self._digest(other.list_locks(system_node=system_node)) for other in purpose.list_sufficient()
        ]

    def _digest(self, locks: Sequence[Path]) -> str:
        return digest([*locks, *SOURCES], sys.version, sys.executable, str(self.folder))

    def is_ready(self) -> bool:
        """Return whether everything that the purpose needs is installed."""
        return is_stamped(self._stamp, *self._sufficient)

    def install(self) -> None:
        """Create the virtual environment and install the locked packages, the checkout and the `jaxdojo` command."""
        if not is_usable(self.folder):
            version = ".".join(map(str, sys.version_info[:3]))
            say(f"making {self.folder.name} with Python {version} from {sys.executable}")
            shutil.rmtree(self.folder, ignore_errors=True)
            run(sys.executable, "-I", "-m", "venv", "--without-pip", self.folder)
        self._stamp.unlink(missing_ok=True)
        names = " and ".join(str(lock.relative_to(ROOT)) for lock in self._locks)
        say(f"installing the packages that {names} locks into {self.folder.name}")
        installer.install(self.python, self._locks)
        make_readable(self.packages)
        (self.packages / "jaxdojo.pth").write_text(f"{ROOT}\n")
        launcher = self.folder / "bin" / "jaxdojo"
        launcher.write_text(LAUNCHER.format(python=self.python))
        launcher.chmod(0o755)

    def compile(self) -> None:
        """Compile the packages to bytecode, one process for each core, and note that the environment is ready.

        The packages' own tests are left out: they are a seventh of the code, and nothing runs them.
        """
        say("compiling the packages to bytecode, which the sandbox can't do for itself")
        tests = f"^{re.escape(str(self.packages))}/.*/tests/"
        command = [
            str(self.python),
            "-I",
            "-W",
            "ignore",
            "-m",
            "compileall",
            "-q",
            "-j",
            "0",
            "-x",
            tests,
            str(self.packages),
        ]
        # Some packages contain files that aren't valid for every Python (templates), so the exit status means nothing.
        subprocess.run(command, env=clean_environment(), stdout=subprocess.DEVNULL, check=False)
        self._stamp.write_text(self._value)


def make_readable(folder: Path) -> None:
    """Let everybody read the files below `folder`: the sandbox runs as another user.

    uv links files from its cache, where they have the mode that they got when another project first needed them.
    """
    for path in folder.rglob("*"):
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode):
            continue
        wanted = mode | 0o444 | (0o111 if stat.S_ISDIR(mode) or mode & stat.S_IXUSR else 0)
        if wanted != mode:
            path.chmod(stat.S_IMODE(wanted))


def is_usable(folder: Path) -> bool:
    """Return whether `folder` is a working virtual environment of the Python that runs this."""
    probe = "import sys; print(sys.version_info[:3], sys._base_executable)"
    command = [str(folder / "bin" / "python"), "-I", "-c", probe]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return False
    base = Path(done.stdout.strip().rpartition(" ")[2])
    same_version = done.stdout.startswith(f"{tuple(sys.version_info[:3])} ")
    return done.returncode == 0 and same_version and base.exists() and base.samefile(sys.executable)
