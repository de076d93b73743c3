"""JAX's persistent compilation cache inside the sandbox: read from a bundle's, or filled and sent out by publishing.

A submission's sandbox sees the cache of its problem read-only. Only publishing asks for what was compiled, and runs
public values on the pool's shapes for it, so that no program in a cache carries anything of a hidden case.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import jax
from jax.experimental.compilation_cache import compilation_cache

from grader.inside.confine import SCRATCH
from grader.protocol import Frame, FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable

SHARED = Path("/cache")
"""Where the jail shows the bundles' caches."""
OWN = Path(SCRATCH) / "compile-cache"
MAX_BYTES = 128 * 2**20


def use_cache(bundle: object, *, keep: bool) -> None:
    """Look up compiled programs in the cache of `bundle` (a digest, or None); with `keep` write new ones to scratch."""
    shared = SHARED / str(bundle)
    directory = OWN if keep else shared
    if not keep and (bundle is None or not shared.is_dir()):
        return
    if keep:
        OWN.mkdir(exist_ok=True)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    # XLA's own caches would put the directory's path into every key, and the paths of filling and reading differ.
    jax.config.update("jax_persistent_cache_enable_xla_caches", "none")
    jax.config.update("jax_compilation_cache_dir", str(directory))
    compilation_cache.reset_cache()


def send_cache(send: Callable[[Frame], None]) -> None:
    """Send what was compiled since `use_cache(keep=True)`, as names and sizes in the header and the bytes after it."""
    entries: list[list[object]] = []
    chunks: list[bytes] = []
    total = 0
    for path in sorted(OWN.iterdir()):
        data = path.read_bytes() if path.is_file() else b""
        total += len(data)
        if data and total <= MAX_BYTES:
            entries.append([path.name, len(data)])
            chunks.append(data)
    send(Frame(FrameKind.CACHE, {"entries": entries}, b"".join(chunks)))
