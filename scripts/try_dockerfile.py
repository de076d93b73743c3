"""Run the Dockerfile's steps without Docker, in roots made by debootstrap, and start the result.

    python scripts/try_dockerfile.py /var/tmp/try [--mirror URL] [--bind PATH ...]

It covers the stages of the image `cpu`, and needs root, debootstrap and bubblewrap. It differs from Docker as follows:
each base image is Debian's own release with its own Python instead of the named one, steps run under bubblewrap with
the machine's network, /proc and user ids, and Docker's seccomp profile isn't applied. `--bind` makes more of this
machine visible inside, such as certificates or a mirror's files. Standard library only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
TARGET: Final = "cpu"
BASE_PACKAGES: Final = "ca-certificates,python3,python3-pip,python3-venv"
INHERITED: Final = re.compile(r"PIP_|NODE_|SSL_|REQUESTS_|CURL_|https?_proxy|no_proxy|npm_config_", re.IGNORECASE)
START_S: Final = 120
SHIPPED: Final = "opt/jaxdojo/lib/*/site-packages/jaxdojo/_code/app/_data/reference_solutions"
"""Where the wheel puts the solutions, below the image's root."""


@dataclass(frozen=True)
class Instruction:
    """One instruction: its keyword in capitals, and the rest with continued lines joined."""

    word: str
    value: str


@dataclass
class Stage:
    """One stage: the image or stage that it is built from, and its instructions."""

    base: str
    instructions: list[Instruction] = field(default_factory=list)


def read_dockerfile(text: str) -> list[Instruction]:
    """Return the instructions; comments are left out."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\s*\\\n\s*", " ", "\n".join(lines))
    return [Instruction(*line.split(maxsplit=1)) for line in joined.splitlines() if line.strip()]


def split_stages(instructions: list[Instruction]) -> dict[str, Stage]:
    """Return the stages by name, in order; instructions before the first FROM belong to none."""
    stages: dict[str, Stage] = {}
    for one in instructions:
        if one.word == "FROM":
            base, _, name = one.value.partition(" AS ")
            stages[name or base] = Stage(base)
        elif stages:
            next(reversed(stages.values())).instructions.append(one)
    return stages


def list_needed(stages: dict[str, Stage], target: str) -> list[str]:
    """Return the stages that a target is built from, and the target itself last."""
    needed = [one.value for one in stages[target].instructions if one.word == "COPY" and "--from=" in one.value]
    sources = [re.findall(r"--from=(\S+)", value)[0] for value in needed]
    before = [name for name in (stages[target].base, *sources) if name in stages]
    return list(dict.fromkeys([*(found for name in before for found in list_needed(stages, name)), target]))


class Trial:
    """A trial build: root file systems below a folder, one for each stage."""

    def __init__(self, folder: Path, mirror: str, binds: list[Path]) -> None:
        self._folder = folder
        self._mirror = mirror
        self._binds = binds
        self._context = folder / "context"

    def prepare(self, release: str) -> None:
        """Make the root that replaces the base image, and the build context: the files that git tracks."""
        base = self._folder / "debian"
        if not (base / "usr").is_dir():
            say(f"debootstrap of {release}")
            command = ["debootstrap", "--variant=minbase", f"--include={BASE_PACKAGES}", release, str(base)]
            run([*command, self._mirror])
        shutil.rmtree(self._context, ignore_errors=True)
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
        for name in filter(None, listed.decode().split("\0")):
            (self._context / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self._context / name)

    def build(self, name: str, stage: Stage, *, after: str | None) -> dict[str, str]:
        """Run a stage in a copy of the root of `after`, or of the base image; return its environment."""
        root = self._folder / f"stage-{name}"
        run(["rm", "-rf", str(root)])
        run(["cp", "-a", str(self._folder / (f"stage-{after}" if after else "debian")), str(root)])
        environment: dict[str, str] = {}
        directory = "/"
        for one in stage.instructions:
            if one.word == "RUN":
                say(f"{name}: {one.value[:100]}")
                began = time.monotonic()
                run(self.enter(root, ["/bin/sh", "-c", one.value], environment, directory))
                say(f"{name}: {time.monotonic() - began:.0f} s")
            elif one.word == "COPY":
                say(f"{name}: COPY {one.value}")
                self._copy(root, one.value, directory)
            elif one.word == "WORKDIR":
                directory = one.value
                (root / directory.lstrip("/")).mkdir(parents=True, exist_ok=True)
            elif one.word == "ENV":
                given = dict(word.split("=", 1) for word in shlex.split(one.value))
                environment |= {key: value.replace("$PATH", "/usr/bin:/bin") for key, value in given.items()}
        return environment

    def _copy(self, root: Path, value: str, directory: str) -> None:
        words = shlex.split(value)
        stage = next((word.removeprefix("--from=") for word in words if word.startswith("--from=")), None)
        *sources, target = [word for word in words if not word.startswith("--")]
        place = root / os.path.join(directory, target).lstrip("/")  # noqa: PTH118 - an absolute target wins
        for source in sources:
            found = self._folder / f"stage-{stage}" / source.lstrip("/") if stage else self._context / source
            if found.is_dir():
                shutil.copytree(found, place, symlinks=True, dirs_exist_ok=True)
            else:
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(found, place)

    def enter(
        self, root: Path, command: list[str], environment: dict[str, str], directory: str, user: int | None = None
    ) -> list[str]:
        """Return a command that runs another one in a root, as a container would, as another user if needed."""
        inherited = {name: value for name, value in os.environ.items() if INHERITED.match(name)}
        found = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8"}  # noqa: S108
        jail = ["bwrap", "--bind", str(root), "/", "--bind", "/proc", "/proc", "--dev", "/dev", "--clearenv"]
        jail += ["--cap-add", "ALL", "--die-with-parent", "--chdir", directory]
        jail += ["--ro-bind", str(Path("/etc/resolv.conf").resolve()), "/etc/resolv.conf"]
        for path in self._binds:
            jail += ["--ro-bind", str(path), str(path)]
        for name, value in (found | inherited | environment).items():
            jail += ["--setenv", name, value]
        become = [] if user is None else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        become += [] if user is None else ["--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
        return [*jail, "--", *become, *command]


def start(trial: Trial, root: Path, environment: dict[str, str], health: list[str]) -> None:
    """As the image's user, ask the doctor, grade a solution, and run the service until its health check passes."""
    folder = environment["JAXDOJO_DATA"]
    with socket.socket() as probe:  # The image shares the machine's ports here.
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    environment |= {"JAXDOJO_HOST": "127.0.0.1", "JAXDOJO_PORT": port, "HEALTH_PORT": port}

    def enter(*command: str) -> list[str]:
        return trial.enter(root, list(command), environment, folder, user=10001)

    run(enter("jaxdojo", "doctor"))
    (solution,) = root.glob(f"{SHIPPED}/jit_forward/accepted/canonical.py")
    run(enter("jaxdojo", "grade", "jit_forward", f"/{solution.relative_to(root)}"))
    say("a solution was graded")
    process = subprocess.Popen(enter("jaxdojo", "serve"))
    try:
        deadline = time.monotonic() + START_S
        while subprocess.run(enter(*health), check=False).returncode:
            if time.monotonic() > deadline or process.poll() is not None:
                sys.exit("the service's health check never passed")
            time.sleep(1)
        say("the health check passes")
    finally:
        process.terminate()
        process.wait(timeout=60)


def run(command: list[str]) -> None:
    """Run a command; end with its status if it fails."""
    done = subprocess.run(command, check=False)
    if done.returncode:
        sys.exit(f"this failed with status {done.returncode}: {shlex.join(command)}")


def say(text: str) -> None:
    """Print what happens now."""
    print(f"try_dockerfile: {text}", flush=True)


def main() -> None:
    """Run all steps."""
    parser = argparse.ArgumentParser(description="Carry out the Dockerfile's steps without Docker.")
    parser.add_argument("folder", type=Path, help="where to work: some 6 GB")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian", help="Debian's mirror")
    parser.add_argument("--bind", type=Path, action="append", default=[], help="a path to show inside, read-only")
    arguments = parser.parse_args()
    instructions = read_dockerfile((ROOT / "Dockerfile").read_text(encoding="utf-8"))
    stages = split_stages(instructions)
    image = next(one.value for one in instructions if one.word == "ARG").partition("=")[2]
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    trial = Trial(folder, arguments.mirror, arguments.bind)
    trial.prepare(image.rpartition("-")[2])
    environments: dict[str, dict[str, str]] = {}
    for name in list_needed(stages, TARGET):
        after = stages[name].base if stages[name].base in stages else None
        inherited = environments.get(after or "", {})
        environments[name] = inherited | trial.build(name, stages[name], after=after)
    check = next(one.value for one in instructions if one.word == "HEALTHCHECK")
    start(trial, folder / f"stage-{TARGET}", environments[TARGET], json.loads(check.partition(" CMD ")[2]))


if __name__ == "__main__":
    main()
