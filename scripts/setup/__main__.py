"""Set up this checkout: `python -m scripts.setup --for PURPOSE`."""

from __future__ import annotations

import argparse
import compileall
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from scripts.setup import front_end, system
from scripts.setup.commands import ROOT, SetupError, say
from scripts.setup.environment import Environment
from scripts.setup.purposes import Purpose
from scripts.setup.stamps import one_at_a_time


def set_up(folder: Path, purpose: Purpose) -> None:
    """Do what is left to do. Steps that don't need each other's results run in parallel."""
    system.provide_for_sandbox()
    system_node = front_end.find_system_node()
    environment = Environment(folder, purpose, system_node=system_node is not None)
    with ThreadPoolExecutor() as beside:
        tasks = []
        if purpose is Purpose.TESTS:
            tasks.append(beside.submit(system.provide_for_tests))
        npm = beside.submit(front_end.provide_packages, system_node, purpose) if system_node else None
        ready = environment.is_ready()
        if not ready:
            environment.install()
        node = front_end.find_node(environment.packages)
        npm = npm or beside.submit(front_end.provide_packages, node, purpose)
        if not ready:
            tasks.append(beside.submit(environment.compile))
        tasks.append(beside.submit(compile_checkout))
        front_end.provide_names(environment)
        npm.result()
        front_end.build(node)
        for task in tasks:
            task.result()


def compile_checkout() -> None:
    """Compile the project's own packages, which is quick if nothing changed."""
    for package in ("app", "grader"):
        compileall.compile_dir(ROOT / package, quiet=2)


def main() -> int:
    """Set up what the command line requests; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scripts.setup", description="Set up this checkout.")
    parser.add_argument("--for", dest="purpose", type=Purpose, choices=list(Purpose), default=Purpose.DEVELOPMENT)
    parser.add_argument("--venv", type=Path, default=Path(".venv"), help="the virtual environment's folder")
    arguments = parser.parse_args()
    folder = ROOT / arguments.venv
    started = time.monotonic()
    os.umask(0o022)  # The sandbox runs as another user and must be able to read what is installed here.
    try:
        with one_at_a_time():
            set_up(folder, arguments.purpose)
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    say(f"ready: {folder.name}, Python 3.{sys.version_info.minor} ({time.monotonic() - started:.1f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
