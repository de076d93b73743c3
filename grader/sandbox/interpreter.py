"""The Python that runs inside: where its parts are, and which packages a submission may import.

Theory of operation
-------------------
The service, its tests and the sandbox share one environment, but a submission needs little of it. What it may import is
*declared* (`DECLARED`, and what the settings add), and what that needs follows from the requirements that each
installed distribution states. The jail shows those packages and no others (`grader.sandbox.jail`): code that nobody
needs there can only help an attack.

The interpreter itself is asked, by running `grader/sandbox/describe_python.py`: it may be another than the runner's.
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
"""Distributions that submissions may import, by what each installation has."""
GPU_PLUGINS: Final = "jax-cuda*"
SYSTEM_DIRECTORIES: Final = ("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib")
DESCRIBE: Final = Path(__file__).with_name("describe_python.py")


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python to run inside.

    `executable` is its real file, `base` its base prefix, `packages` the directories of its packages, `libraries` what
    is shown of them, and `hidden` other directories of packages, of which nothing is.
    """

    executable: Path
    base: Path
    packages: tuple[Path, ...]
    libraries: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()

    @staticmethod
    def probe(python: Path, more: tuple[str, ...] = ()) -> Interpreter:
        """Ask `python` where its parts are; the answer is remembered. `more` are distributions besides `DECLARED`.

        Raise `SandboxUnavailableError` if it can't be asked, or has none of that name.
        """
        return _probe(python, more)

    def roots(self) -> tuple[Path, ...]:
        """Return the directories that must be visible, outermost only."""
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
