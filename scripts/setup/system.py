"""The system packages that a checkout needs: for the sandbox, and for some tests."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scripts.setup.commands import SetupError, run, say

if TYPE_CHECKING:
    from collections.abc import Callable

CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FIREFOX: Final = ("firefox-esr", "firefox")
POSTGRESQL: Final = Path("/usr/lib/postgresql")
"""Where Debian puts PostgreSQL's programs, which are not on the search path."""


def can_install() -> bool:
    """Return whether this user may install system packages with Debian's tools."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install_system_packages(packages: list[str]) -> None:
    """Install Debian packages; refresh the package lists only if they don't know the packages."""
    say(f"installing system packages: {' '.join(packages)}")
    command = ["apt-get", "-o", "DPkg::Lock::Timeout=120", "install", "-y", "-q", "--no-install-recommends", *packages]
    try:
        run(*command, DEBIAN_FRONTEND="noninteractive")
    except SetupError:
        run("apt-get", "-o", "DPkg::Lock::Timeout=120", "update", "-q", DEBIAN_FRONTEND="noninteractive")
        run(*command, DEBIAN_FRONTEND="noninteractive")


def has_seccomp() -> bool:
    """Return whether libseccomp can be loaded."""
    try:
        ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return False
    return True


def list_missing() -> list[str]:
    """Return the missing Debian packages that the sandbox and the virtual environment need."""
    missing = []
    if shutil.which("bwrap") is None:
        missing.append("bubblewrap")
    if not has_seccomp():
        missing.append("libseccomp2")
    if importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python3.{sys.version_info.minor}-venv")
    return missing


def provide_for_sandbox() -> None:
    """Install missing packages if this user may; otherwise raise `SetupError`, which says what to ask for."""
    missing = list_missing()
    if missing and can_install():
        install_system_packages(missing)
        importlib.invalidate_caches()
        missing = list_missing()
    if missing:
        names = " ".join(missing)
        raise SetupError(
            f"these system packages are missing: {names}\n"
            f"Ask an administrator to run (Debian, Ubuntu): apt-get install {names}\n"
            "Elsewhere they are called bubblewrap and libseccomp; then run this again."
        )


def has_chromium() -> bool:
    """Return whether Chromium is installed."""
    return any(map(shutil.which, CHROMIUM))


def has_firefox() -> bool:
    """Return whether Firefox is installed."""
    return any(map(shutil.which, FIREFOX))


def has_postgresql() -> bool:
    """Return whether PostgreSQL's programs are installed."""
    return shutil.which("initdb") is not None or any(POSTGRESQL.glob("*/bin/initdb"))


def provide_for_some_tests(name: str, package: str, is_here: Callable[[], bool]) -> None:
    """Install what only some tests need if this user may; otherwise say which tests will be skipped, and why."""
    if is_here():
        return
    why = ""
    if can_install():
        try:
            install_system_packages([package])
        except SetupError as error:
            why = f"; it failed: {str(error).splitlines()[-1]}"
    if not is_here():
        say(f"no {name} here, so the tests with it will be skipped (Debian: apt-get install {package}{why})")


def provide_for_tests() -> None:
    """Install what browser tests and database tests need if this user may; otherwise say what will be skipped."""
    provide_for_some_tests("Chromium", "chromium", has_chromium)
    provide_for_some_tests("Firefox", "firefox-esr", has_firefox)
    provide_for_some_tests("PostgreSQL", "postgresql", has_postgresql)
