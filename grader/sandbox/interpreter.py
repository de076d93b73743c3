"""The Python that runs inside: the paths of its parts, and the packages that a submission may import.

Theory of operation
-------------------
The service, its tests and the sandbox share one environment, but a submission needs little of it. The distributions
that it may import are *declared* (`DECLARED`, and those that the settings add); their requirements come from the
metadata of the installed distributions. The jail contains these packages and no others (`grader.sandbox.jail`), because
unneeded code can only help an attack.

The interpreter itself reports all this, by running `grader/sandbox/describe_python.py`, as it may not be the runner's.
"""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from grader.errors import SandboxUnavailableError

DECLARED: Final = ("jax", "jaxlib", "flax", "optax", "ml_dtypes", "numpy")
"""The distributions that submissions may import in every installation."""
GPU_PLUGINS: Final = "jax-cuda*"
SYSTEM_DIRECTORIES: Final = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
DESCRIBE: Final = Path(__file__).with_name("describe_python.py")


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python to run inside.

    `executable` is its real file, `base` its base prefix, `packages` the directories of its packages, `libraries` the
    visible files and directories in them, and `hidden` other package directories, which stay invisible.
    """

    executable: Path
    base: Path
    packages: tuple[Path, ...]
    libraries: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()

    @staticmethod
    def probe(python: Path, more: tuple[str, ...] = ()) -> Interpreter:
        """Run `python` to find its parts; the result is cached. `more` are distributions besides `DECLARED`.

        Raise `SandboxUnavailableError` if it can't be run, or if a distribution isn't installed.
        """
        return _probe(python, more)

    def roots(self) -> tuple[Path, ...]:
        """Return the outermost directories that must be visible."""
        wanted = [Path(path) for path in SYSTEM_DIRECTORIES if Path(path).is_dir()]
        if self.base not in {Path("/usr"), Path("/usr/local")}:
            wanted.append(self.base)
        kept: list[Path] = []
        for path in (*wanted, *self.packages):
            if not any(path == root or path.is_relative_to(root) for root in kept):
                kept.append(path)
        return tuple(kept)


@lru_cache(maxsize=8)
def _probe(python: Path, more: tuple[str, ...]) -> Interpreter:
    command = [str(python), "-I", str(DESCRIBE), *DECLARED, GPU_PLUGINS, *more]
    try:
        answer = subprocess.run(command, capture_output=True, check=True, timeout=60)
        found = json.loads(answer.stdout)
        packages, libraries, hidden = (
            tuple(dict.fromkeys(map(Path, found[key]))) for key in ("packages", "libraries", "hidden")
        )
        interpreter = Interpreter(Path(found["executable"]), Path(found["base"]), packages, libraries, hidden)
        missing = [name for name in more if name in found["missing"]]
    except (OSError, subprocess.SubprocessError, ValueError, KeyError) as error:
        raise SandboxUnavailableError("jail", f"the interpreter {python} can't be used: {error}") from error
    if missing:
        raise SandboxUnavailableError("jail", f"not installed for {python}: {', '.join(missing)}")
    return interpreter
