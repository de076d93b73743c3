"""Builds `defer_threads.c` with the system's C compiler, once, and stores it under the hash of its source.

An image without a compiler contains the built library, beside the source.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "csrc" / "defer_threads.c"
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-O2", "-Wall", "-Wextra", "-shared", "-fPIC")


def build_library(directory: Path) -> Path | None:
    """Return the library from beside its source or from `directory`, building it there first if necessary.

    Return None if there is no compiler or it fails. The platform works without the library, but each spare is then
    warmed by itself, which takes more time.
    """
    digest = hashlib.sha256(SOURCE.read_bytes() + platform.machine().encode()).hexdigest()[:16]
    library = directory / f"libdefer_threads-{digest}.so"
    for built in (SOURCE.with_name(library.name), library):
        if built.exists():
            return built
    compiler = next((path for name in COMPILERS if (path := shutil.which(name))), None)
    if compiler is None:
        return None
    try:
        directory.mkdir(parents=True, exist_ok=True)
        directory.chmod(0o755)
        with tempfile.TemporaryDirectory(dir=directory) as scratch:
            fresh = Path(scratch) / library.name
            command = [compiler, *FLAGS, "-o", str(fresh), str(SOURCE), "-ldl"]
            subprocess.run(command, check=True, capture_output=True, timeout=60)
            fresh.chmod(0o755)
            os.replace(fresh, library)  # noqa: PTH105 - atomic, and says so
    except (OSError, subprocess.SubprocessError):
        return None
    return library
