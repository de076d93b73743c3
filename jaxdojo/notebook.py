"""The magic `%%kata` of a notebook, which has a process of its own grade each cell.

Nothing of JAX Dojo but this small package is imported into the kernel. Standard library only.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO


@dataclass(frozen=True)
class GradedCell:
    """A cell's verdict, as notebooks and terminals show it."""

    text: str
    html: str

    def _repr_html_(self) -> str:
        """Return HTML that stands by itself."""
        return self.html

    def __repr__(self) -> str:
        """Return text, for shells without HTML."""
        return self.text


class KataError(Exception):
    """A cell can't be graded; the message says why, and a notebook shows no traceback of ours."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback."""
        return [f"jaxdojo: {self}"]


def find_command() -> list[str]:
    """Return the program that grades a cell, and its arguments."""
    return [sys.executable, "-P", "-m", f"{__package__}.cell"]


def kata(line: str, cell: str) -> GradedCell:
    """Grade a cell: `%%kata SLUG [--samples] [--server URL | --local]`; raises `KataError`.

    Without either it is graded on the server signed in to last (`jaxdojo login`), and where there is none, here.
    """
    pipe = subprocess.PIPE
    settings = os.environ | {"PYTHONIOENCODING": "utf-8"}
    with subprocess.Popen(
        find_command(), stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", env=settings
    ) as process:
        assert process.stdin is not None  # noqa: S101 (asked for above, as the next two)
        assert process.stdout is not None  # noqa: S101
        assert process.stderr is not None  # noqa: S101
        teller = threading.Thread(target=_tell, args=(process.stderr,), daemon=True)
        try:
            process.stdin.write(json.dumps({"line": line, "cell": cell}))
            process.stdin.close()
            teller.start()
            answer = process.stdout.read()
            teller.join()
        except BaseException:
            process.kill()
            raise
    try:
        told = json.loads(answer)
    except ValueError:
        raise KataError(f"The program that grades ended with {process.returncode}, without a verdict.") from None
    if "error" in told:
        raise KataError(told["error"])
    return GradedCell(told["text"], told["html"])


def _tell(stream: IO[str]) -> None:
    """Show how it goes, where the notebook shows what a cell says on stderr."""
    for line in stream:
        sys.stderr.write(line)
        sys.stderr.flush()
