"""Stores bundles, each in a folder named after its digest.

::

    <store>/<sha256>/
        manifest.json
        cases.bin
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from grader.bundle.contents import Bundle, digest_of, encode_bundle
from grader.errors import BundleError

if TYPE_CHECKING:
    from collections.abc import Collection


class BundleStore:
    """A folder with one subfolder per bundle. Loaded bundles stay in memory. Thread-safe."""

    def __init__(self, root: Path) -> None:
        """Keep bundles under `root`, which is created when first needed."""
        self.root = root
        self._loaded: dict[str, Bundle] = {}
        self._lock = threading.Lock()

    def save(self, bundle: Bundle) -> str:
        """Write a bundle and return its digest, which is computed from its content.

        Writing the same content again changes nothing.
        """
        manifest_bytes, cases_bytes = encode_bundle(bundle)
        digest = digest_of(manifest_bytes, cases_bytes)
        final = self.root / digest
        if final.exists():
            try:
                Bundle.load(final)
            except BundleError:
                shutil.rmtree(final)  # damaged: replace it
            else:
                return digest
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        scratch = Path(tempfile.mkdtemp(dir=self.root, prefix=".writing-"))
        try:
            for name, data in (("manifest.json", manifest_bytes), ("cases.bin", cases_bytes)):
                with (scratch / name).open("wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            scratch.rename(final)
        except OSError:
            shutil.rmtree(scratch, ignore_errors=True)
            if not final.exists():  # otherwise another process has just written the same bundle
                raise
        return digest

    def share(self, digests: Collection[str]) -> None:
        """Do nothing: no other machine reads this store."""

    def load(self, digest: str) -> Bundle:
        """Return the bundle with that digest; raise `BundleError` if it is missing or damaged."""
        with self._lock:
            bundle = self._loaded.get(digest)
        if bundle is None:
            bundle = Bundle.load(self.root / digest)
            with self._lock:
                self._loaded[digest] = bundle
        return bundle
