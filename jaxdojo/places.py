"""Where the packages `app` and `grader` are, and how a program of ours comes to find them.

In a checkout they lie beside this package. A wheel has them in `jaxdojo/_code`, where no other program imports them by
mistake: such common names at the top of site-packages would belong to everybody. A process of ours puts that folder
first on its `sys.path`; those that it starts get it from there.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parent
CODE: Final = PACKAGE / "_code" if (PACKAGE / "_code").is_dir() else PACKAGE.parent
"""The folder that holds `app` and `grader`."""


def add_code() -> None:
    """Let this process import `app` and `grader`, before any others of these names."""
    if str(CODE) not in sys.path:
        sys.path.insert(0, str(CODE))


def has_grader() -> bool:
    """Whether all of JAX Dojo is here, or the client of a server alone."""
    return (CODE / "app" / "cli" / "main.py").is_file()
