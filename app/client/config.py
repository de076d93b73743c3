"""The servers to which the user has signed in, and their tokens, in one file that only the user can read."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from app.client.errors import ConfigError, NoHomeError, NoServerError, UsageError

NAME: Final = "servers.json"


def find_path() -> Path:
    """Return the path of the file, whether it exists or not: in the platform's folder for user configuration.

    Raises `NoHomeError`.
    """
    try:
        if sys.platform == "win32":
            folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
        elif sys.platform == "darwin":
            folder = Path.home() / "Library" / "Application Support"
        else:
            folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    except RuntimeError as error:
        raise NoHomeError from error
    return folder / "jaxdojo" / NAME


def check_url(url: str) -> str:
    """Return a server's address without a trailing slash; raises `UsageError` if it isn't a valid one."""
    url = url.strip().rstrip("/")
    try:
        parts = urlsplit(url)
        fits = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.username is None
        fits = fits and not parts.query and not parts.fragment and parts.port != 0
    except ValueError:
        fits = False
    if not fits:
        raise UsageError(f"{url} isn't a server's address, such as https://dojo.example.org")
    return url


def is_here(url: str) -> bool:
    """Return whether a server's address is this machine's own."""
    return urlsplit(url).hostname in {"localhost", "127.0.0.1", "::1"}


def is_open_to_all(url: str) -> bool:
    """Return whether others could read a token that is sent there: to another machine, without TLS."""
    return urlsplit(url).scheme == "http" and not is_here(url)


class Servers:
    """The known servers, by address; the default is the one that the user signed in to last."""

    def __init__(self) -> None:
        self._path = find_path()

    def choose(self, url: str | None) -> tuple[str, str]:
        """Return the address and the token of the given server, or of the default; raises `NoServerError`."""
        content = self._read()
        chosen = check_url(url) if url is not None else content["last"]
        if chosen is None:
            raise NoServerError
        token = content["servers"].get(chosen)
        if token is None:
            raise NoServerError(chosen, content["servers"])
        return chosen, token

    def remember(self, url: str, token: str) -> Path:
        """Store a token and make its server the default; return the file's path."""
        content = self._read()
        content["servers"][url] = token
        self._write({"last": url, "servers": content["servers"]})
        return self._path

    def forget(self, url: str) -> None:
        """Delete a server's token."""
        content = self._read()
        content["servers"].pop(url, None)
        last = content["last"] if content["last"] != url else next(iter(content["servers"]), None)
        self._write({"last": last, "servers": content["servers"]})

    def _read(self) -> dict[str, Any]:
        try:
            content = json.loads(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {"last": None, "servers": {}}
        except (OSError, ValueError) as error:
            raise ConfigError(self._path, str(error)) from error
        servers, last = (content.get(key) if isinstance(content, dict) else None for key in ("servers", "last"))
        if not isinstance(servers, dict) or not all(isinstance(token, str) for token in servers.values()):
            raise ConfigError(self._path, "it isn't what `jaxdojo login` wrote; delete it and sign in again")
        return {"last": last if last in servers else None, "servers": servers}

    def _write(self, content: dict[str, Any]) -> None:
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # A temporary file is created with mode 0600.
            handle, scratch = tempfile.mkstemp(dir=self._path.parent, prefix=f".{NAME}")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as stream:
                    json.dump(content, stream, indent=1)
                Path(scratch).replace(self._path)
            except BaseException:
                Path(scratch).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise ConfigError(self._path, error.strerror or str(error)) from error
