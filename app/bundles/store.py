"""Bundles that several machines share: published to a store, and kept on each machine that needs them.

::

    <JAXDOJO_BUNDLES_URL>/
        <digest>/manifest.json      the bundle, as `grader.bundle` has it
        <digest>/cases.bin
        <digest>/<machine>.zip      its compiled programs for one kind of machine

What arrives is checked against the digest by which the database names it, before anything sees it. The same holds for
what lies in the data directory: a bundle that was damaged there is fetched again.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.bundle import BundleStore, digest_of
from grader.errors import BundleError

if TYPE_CHECKING:
    from app.bundles.remote import RemoteFolder
    from grader.bundle import Bundle

FILES: Final = ("manifest.json", "cases.bin")


class SharedBundleStore(BundleStore):
    """A bundle store whose truth is elsewhere; its folder is a cache. Thread-safe."""

    def __init__(self, root: Path, remote: RemoteFolder) -> None:
        """Keep under `root` what is published to, or needed from, `remote`."""
        super().__init__(root)
        self._remote = remote

    def save(self, bundle: Bundle) -> str:
        """Publish a bundle: here, and for all. Raises `BundleError` where the store can't be written."""
        digest = super().save(bundle)
        for name in FILES:
            self._remote.write(f"{digest}/{name}", (self.root / digest / name).read_bytes())
        return digest

    def load(self, digest: str) -> Bundle:
        """Return the bundle with that digest, from here or from the store; raises `BundleError` if neither has it."""
        try:
            return super().load(digest)
        except BundleError:
            self._fetch(digest)
            return super().load(digest)

    def _fetch(self, digest: str) -> None:
        """Bring a bundle here, whole or not at all."""
        if len(digest) != len(digest_of(b"", b"")) or not digest.isalnum():
            message = f"{digest!r} is no bundle's digest"
            raise BundleError(message)
        held = self._remote.read([f"{digest}/{name}" for name in FILES], lambda found: digest_of(*found) == digest)
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        scratch = Path(tempfile.mkdtemp(dir=self.root, prefix=".fetching-"))
        try:
            for name, data in zip(FILES, held, strict=True):
                with (scratch / name).open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            shutil.rmtree(self.root / digest, ignore_errors=True)  # what is there is damaged
            scratch.rename(self.root / digest)
        except OSError as error:
            # Another process may have brought it meanwhile; `load` finds out.
            if not (self.root / digest).is_dir():
                message = f"{digest} can't be kept in {self.root}: {error.strerror or error}"
                raise BundleError(message) from error
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
