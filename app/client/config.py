"""Which servers somebody has signed in to, and their tokens: one file of the user's, readable by nobody else."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from app.client.errors import ConfigError, NoServerError, UsageError

NAME: Final = "servers.json"


def find_path() -> Path:
    """Return where the file is, or would be: where platforms keep the configuration of a user's programs."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return folder / "jaxdojo" / NAME


def check_url(url: str) -> str:
    """Return a server's address without a slash at its end; raises `UsageError` where it can't be one."""
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


def is_open_to_all(url: str) -> bool:
    """Whether a token on the way there could be read by others: without TLS, to another machine."""
    parts = urlsplit(url)
    return parts.scheme == "http" and parts.hostname not in {"localhost", "127.0.0.1", "::1"}


class Servers:
    """The servers that are known, by address; the one signed in to last is taken where none is named."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or find_path()

    def choose(self, url: str | None) -> tuple[str, str]:
        """Return address and token of the server that is named, or of the last; raises `NoServerError`."""
        content = self._read()
        chosen = check_url(url) if url is not None else content["last"]
        if chosen is None:
            raise NoServerError
        token = content["servers"].get(chosen)
        if token is None:
            raise NoServerError(chosen, content["servers"])
        return chosen, token

    def remember(self, url: str, token: str) -> Path:
        """Keep a token, and take its server from now on; returns the file."""
        content = self._read()
        content["servers"][url] = token
        self._write({"last": url, "servers": content["servers"]})
        return self._path

    def forget(self, url: str) -> None:
        """Drop a server's token."""
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
            # A temporary file has mode 0600 from its first moment on.
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
