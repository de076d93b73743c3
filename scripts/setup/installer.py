"""Installs locked packages into a virtual environment: with uv, or with pip if uv can't be used.

uv is itself a locked package, which pip installs below .make, once. It takes a fraction of pip's time and checks the
same hashes. It doesn't read pip's configuration, so `translate_settings` tells it where packages come from.
"""

from __future__ import annotations

import ast
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scripts.setup.commands import ROOT, SetupError, run, say
from scripts.setup.stamps import STAMPS, digest, is_stamped

if TYPE_CHECKING:
    from collections.abc import Sequence

LOCK: Final = ROOT / "requirements" / "installer.txt"
FOLDER: Final = STAMPS / "installer"
STAMP: Final = STAMPS / "installer.stamp"
SEPARATORS: Final = {"UV_INDEX": " ", "UV_INSECURE_HOST": " ", "UV_FIND_LINKS": ","}
"""The separators in those of uv's variables that accept several values."""
VARIABLES: Final = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
    "client-cert": "SSL_CLIENT_CERT",
    "proxy": "ALL_PROXY",
    "timeout": "UV_HTTP_TIMEOUT",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "no-cache-dir": "UV_NO_CACHE",
}
"""pip's options, and the equivalent environment variables of uv."""
SCOPES: Final = ("global", "install", ":env:")
"""The places from which pip takes an option, in order of increasing precedence."""


def install(python: Path, locks: Sequence[Path]) -> None:
    """Install the locked packages into the environment of `python`; raise `SetupError` if pip fails, too."""
    chosen = [word for lock in locks for word in ("-r", str(lock))]
    try:
        install_with_uv(python, chosen)
    except SetupError as error:
        say(f"uv can't be used here, so pip installs them, which takes minutes. {error}")
        provide_pip(python)
        run(python, "-I", "-m", "pip", "install", "--progress-bar=off", "--no-compile", "--require-hashes", *chosen)


def install_with_uv(python: Path, chosen: Sequence[str]) -> None:
    """Install with uv; raise `SetupError` if uv isn't available, doesn't run, or fails."""
    pip = find_pip(python)
    uv = provide_uv(pip)
    options = read_options(run(*pip, "config", "list"))
    offline = ["--no-index"] if options.get("no-index", "") in {"1", "true", "yes", "on"} else []
    # In the root folder, uv finds no pyproject.toml, whose constraints have no hashes.
    root = Path(python.anchor)
    command = [str(uv), "pip", "install", "--python", str(python), "--require-hashes", *offline, *chosen]
    run(*command, folder=root, **translate_settings(options))


def find_pip(python: Path) -> list[str]:
    """Return the command for the pip of the Python that runs this, or else for the virtual environment's."""
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-I", "-m", "pip"]
    provide_pip(python)
    return [str(python), "-I", "-m", "pip"]


def provide_pip(python: Path) -> None:
    """Install the pip that comes with Python in the virtual environment unless it has one; this takes seconds."""
    if not any(python.parent.parent.glob("lib/python3*/site-packages/pip/__main__.py")):
        run(python, "-I", "-m", "ensurepip")


def provide_uv(pip: Sequence[str]) -> Path:
    """Return the path of the locked uv, which is installed first if it is missing."""
    uv = FOLDER / "bin" / "uv"
    value = digest([LOCK])
    if is_stamped(STAMP, value) and uv.is_file():
        return uv
    say("installing uv, which installs the rest")
    shutil.rmtree(FOLDER, ignore_errors=True)
    run(*pip, "install", "--progress-bar=off", "--no-compile", "--require-hashes", "--target", FOLDER, "-r", LOCK)
    run(uv, "--version")  # It can't run on some file systems and C libraries.
    STAMP.write_text(value)
    return uv


def read_options(listing: str) -> dict[str, str]:
    """Return pip's options by name from what `pip config list` prints: lines such as `global.timeout='60'`."""
    found: dict[str, dict[str, str]] = {scope: {} for scope in SCOPES}
    for line in listing.splitlines():
        key, equals, value = line.partition("=")
        scope, _, name = key.rpartition(".")
        if equals and scope in found and value[:1] in {"'", '"'}:
            found[scope][name] = ast.literal_eval(value)
    return {name: value for scope in SCOPES for name, value in found[scope].items()}


def translate_settings(options: dict[str, str]) -> dict[str, str]:
    """Return uv's variables for pip's options; what the user has set for uv itself is kept."""
    found = {
        # As pip does: take a package from any of the indexes, and trust the system's certificates.
        "UV_INDEX_STRATEGY": "unsafe-best-match",
        "UV_SYSTEM_CERTS": "1",
    }
    for name, variable in VARIABLES.items():
        if value := options.get(name, "").strip():
            found[variable] = SEPARATORS.get(variable, " ").join(value.split())
    return {name: value for name, value in found.items() if name not in os.environ}
