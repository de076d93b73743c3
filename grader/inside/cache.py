"""JAX's persistent compilation cache inside the sandbox: read from a bundle's, or filled and sent out by publishing.

A submission's sandbox sees the cache of its problem read-only. Only publishing asks for what was compiled, and runs
public values on the pool's shapes for it, so that no program in a cache carries anything of a hidden case.

JAX reads and links a program anew for each function that it compiles, even where another gave the same program: more
than a millisecond each time. Here each is linked once and held in memory, in a zygote for all of its children.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import jax
from jax._src import compilation_cache
from jax._src.lib import xla_client  # type: ignore[attr-defined]  # it is there, unlisted
from jaxlib.mlir import ir

from grader.inside.closing import close
from grader.inside.confine import SCRATCH
from grader.protocol import Frame, FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable

    Loaded = tuple[Any, int | None]

SHARED = Path("/cache")
"""Where the jail shows the bundles' caches."""
OWN = Path(SCRATCH) / "compile-cache"
ANY_NAME = "jit_program"
OPTIONS = "-options"
"""Ends the name of the file with a program's options; it begins with the key, as JAX's own files do."""
MAX_BYTES = 128 * 2**20


def use_cache(bundle: object, *, keep: bool) -> None:
    """Look up compiled programs in the cache of `bundle` (a digest, or None); `keep` new ones in scratch."""
    shared = SHARED / str(bundle)
    directory = OWN if keep else shared
    if not keep and (bundle is None or not shared.is_dir()):
        return
    if keep:
        OWN.mkdir(exist_ok=True)
        for path in shared.iterdir() if shared.is_dir() else ():
            (OWN / path.name).symlink_to(path)
    programs.install()
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    # XLA's own caches would put the directory's path into every key, and the paths of filling and reading differ.
    jax.config.update("jax_persistent_cache_enable_xla_caches", "none")
    jax.config.update("jax_compilation_cache_dir", str(directory))
    compilation_cache.reset_cache()


class Programs:
    """The compiled programs of this process, by their key in JAX's cache. Stands in front of JAX's own look-up."""

    def __init__(self) -> None:
        """Hold nothing."""
        self.options: dict[str, bytes] = {}
        """Of each program that was looked up: the options it is compiled and linked with."""
        self._make_key: Callable[..., str] = compilation_cache.get_cache_key
        self._load: Callable[..., Loaded] = compilation_cache.get_executable_and_time
        self._held: dict[str, Loaded] = {}

    def install(self) -> None:
        """Take the place of JAX's look-up."""
        module: Any = compilation_cache

        def get(*args: Any, **kwargs: Any) -> Loaded:  # noqa: ANN401 - JAX's own types
            return self.get(*args, **kwargs)

        def key(*args: Any, **kwargs: Any) -> str:  # noqa: ANN401 - JAX's own types
            return self.key(*args, **kwargs)

        module.get_executable_and_time, module.get_cache_key = close(get), close(key)

    def key(self, module: ir.Module, *rest: object) -> str:
        """Return the key of a program, which JAX makes of its name too. Here it has one whatever it was called."""
        attributes = module.operation.attributes
        name = attributes["sym_name"]
        with module.context:
            attributes["sym_name"] = ir.StringAttr.get(ANY_NAME)
        try:
            return self._make_key(module, *rest)
        finally:
            attributes["sym_name"] = name

    def get(self, key: str, options: Any, backend: Any, devices: Any, callbacks: Any = ()) -> Loaded:  # noqa: ANN401 - JAX's own types
        """Return the program of a key and how long it took to compile, as JAX's look-up does."""
        if callbacks:  # they are linked into it
            return self._load(key, options, backend, devices, callbacks)
        if key not in self._held:
            self.options[key] = bytes(options.SerializeAsString())
            loaded = self._load(key, options, backend, devices)
            if loaded[0] is None:
                return loaded
            self._held[key] = loaded
        return self._held[key]

    def load_all(self, bundle: object) -> None:
        """Link each one-device program in the cache of `bundle`; others, when they are asked for."""
        backend = jax.devices()[0].client
        devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
        for path in sorted((SHARED / str(bundle)).glob("*" + OPTIONS)):
            options = xla_client.CompileOptions.ParseFromString(path.read_bytes())
            if options.num_replicas * options.num_partitions == 1:
                self.get(path.name.removesuffix(OPTIONS), options, backend, devices)


programs = Programs()
"""Those of this process."""


def send_cache(send: Callable[[Frame], None]) -> None:
    """Send what was compiled since `use_cache(keep=True)`, as names and sizes in the header and the bytes after it."""
    kept = {path.name: path for path in OWN.iterdir() if path.is_file() and not path.is_symlink()}
    options = {key + OPTIONS: data for key, data in programs.options.items()}  # no files: there is room for few
    entries: list[list[object]] = []
    chunks: list[bytes] = []
    total = 0
    for name in sorted({*kept, *options}):
        data = kept[name].read_bytes() if name in kept else options[name]
        total += len(data)
        if data and total <= MAX_BYTES:
            entries.append([name, len(data)])
            chunks.append(data)
    send(Frame(FrameKind.CACHE, {"entries": entries}, b"".join(chunks)))
