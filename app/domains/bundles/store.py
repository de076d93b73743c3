"""A bundle store shared by several machines, with a cache on each.

::

    <JAXDOJO_BUNDLES_URL>/
        <digest>/manifest.json      the bundle, as `grader.bundle.contents` has it
        <digest>/cases.bin
        <digest>/<machine>.zip      its compiled programs for one kind of machine

Each bundle is checked against the digest in the database before it is used, whether fetched or from the data
directory, where a damaged one is fetched again.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.domains.bundles.lock import SCRATCH, hold
from grader.bundle.contents import Bundle, digest_of
from grader.bundle.store import BundleStore
from grader.errors import BundleError

if TYPE_CHECKING:
    from collections.abc import Collection

    from app.domains.bundles.remote import RemoteFolder

FILES: Final = ("manifest.json", "cases.bin")


class SharedBundleStore(BundleStore):
    """A bundle store with a local cache of a remote store. Thread-safe."""

    def __init__(self, root: Path, remote: RemoteFolder) -> None:
        """Cache under `root` bundles that are published to, or read from, `remote`."""
        super().__init__(root)
        self._remote = remote

    def save(self, bundle: Bundle) -> str:
        """Save a bundle locally and in the shared store. Raises `BundleError` if the store can't be written."""
        digest = super().save(bundle)
        self._write(digest)
        return digest

    def share(self, digests: Collection[str]) -> None:
        """Write those cached bundles that the shared store lacks, or has part of. Raises `BundleError`."""
        sizes = self._remote.list_sizes()
        for digest in digests:
            kept = [self.root / digest / name for name in FILES]
            if all(file.is_file() and sizes.get(f"{digest}/{file.name}") == file.stat().st_size for file in kept):
                continue
            try:
                Bundle.load(self.root / digest)
            except BundleError:  # It isn't here, or is damaged here, and may be whole there.
                continue
            self._write(digest)

    def _write(self, digest: str) -> None:
        for name in FILES:
            self._remote.write(f"{digest}/{name}", (self.root / digest / name).read_bytes())

    def load(self, digest: str) -> Bundle:
        """Return the bundle with that digest, from the cache or the store; raises `BundleError` if neither has it."""
        try:
            return super().load(digest)
        except BundleError:
            return self._fetch(digest)

    def _fetch(self, digest: str) -> Bundle:
        """Fetch a bundle into the cache, whole or not at all, unless another process of this machine just did."""
        if len(digest) != len(digest_of(b"", b"")) or not digest.isalnum():
            message = f"{digest!r} isn't a bundle's digest"
            raise BundleError(message)
        try:
            with hold(self.root):
                with suppress(BundleError):
                    return super().load(digest)
                held = self._remote.read(
                    [f"{digest}/{name}" for name in FILES], lambda found: digest_of(*found) == digest
                )
                self._keep(digest, held)
                return super().load(digest)
        except OSError as error:
            message = f"{digest} can't be kept in {self.root}: {error.strerror or error}"
            raise BundleError(message) from error

    def _keep(self, digest: str, held: list[bytes]) -> None:
        scratch = Path(tempfile.mkdtemp(dir=self.root, prefix=SCRATCH))
        try:
            for name, data in zip(FILES, held, strict=True):
                with (scratch / name).open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            shutil.rmtree(self.root / digest, ignore_errors=True)  # the cached bundle is damaged
            scratch.rename(self.root / digest)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
