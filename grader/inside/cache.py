"""JAX's persistent compilation cache inside the sandbox: read from a bundle, or filled and sent out for publishing.

A submission's sandbox can read its problem's cache, but neither list nor change it. Only publishing requests the
compiled programs. It compiles them by running public values with the pool's shapes, so no cached program contains data
of a hidden case.

JAX reads and links a program again for each function that it compiles, even if another function has the same program,
which takes more than a millisecond each time. Here each program is linked once and kept in memory; a zygote does this
for all of its children. A program that a submission makes is compiled whenever JAX looks it up in the calls of the case
that first uses it, so that the times of calls are what they would be elsewhere. Later cases, and code that only studies
the submission, reuse it.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import jax
from jax._src import compilation_cache
from jax._src.lib import xla_client  # type: ignore[attr-defined]  # it is there, unlisted
from jaxlib.mlir import ir

from grader.inside.closing import close
from grader.inside.confine import SCRATCH
from grader.protocol import Frame, FrameKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Loaded = tuple[Any, int | None]

SHARED = Path("/cache")
"""The jail's mount point of the bundles' caches."""
OWN = Path(SCRATCH) / "compile-cache"
ANY_NAME = "jit_program"
PROGRAM = "-cache"
"""The suffix that JAX gives the file with a program."""
OPTIONS = "-options"
"""The suffix of the file with a program's options. Its name begins with the key, as those of JAX's own files do."""
MAX_BYTES = 128 * 2**20
MAX_OWN: Final = 500
"""The number of programs in memory at which no more of the submission's are kept for its later cases."""


def use_cache(bundle: object, *, keep: bool) -> None:
    """Look up programs in the cache of `bundle` (a digest, or None); with `keep`, store new ones in scratch."""
    shared = SHARED / str(bundle)
    directory = OWN if keep else shared
    if not keep and (bundle is None or not shared.is_dir()):
        return
    if keep:
        OWN.mkdir(exist_ok=True)
    programs.install(shared if keep else None)
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    # XLA's own caches would put the directory's path into every key, but the cache is filled at another path.
    jax.config.update("jax_persistent_cache_enable_xla_caches", "none")
    jax.config.update("jax_compilation_cache_dir", str(directory))
    compilation_cache.reset_cache()


class Programs:
    """The compiled programs of this process, by their key in JAX's cache. Replaces JAX's own look-up, and uses it."""

    def __init__(self) -> None:
        """Start without programs."""
        self.options: dict[str, bytes] = {}
        """The compile options of each program that was looked up, serialized."""
        self._make_key: Callable[..., str] = compilation_cache.get_cache_key
        self._load: Callable[..., Loaded] = compilation_cache.get_executable_and_time
        self._save: Callable[..., None] = compilation_cache.put_executable_and_time
        self._held: dict[str, Loaded] = {}
        self._made: dict[str, Loaded] = {}
        """The programs that the submission compiled in the current case."""
        self._reuses = False
        self._beside: Path | None = None

    def install(self, beside: Path | None) -> None:
        """Replace JAX's look-up, keys and storage of programs.

        If programs are kept `beside` those in another directory, new ones still go to JAX's own.
        """
        module: Any = compilation_cache
        self._beside = beside

        def get(*args: Any, **kwargs: Any) -> Loaded:  # noqa: ANN401 - JAX's own types
            return self.get(*args, **kwargs)

        def key(*args: Any, **kwargs: Any) -> str:  # noqa: ANN401 - JAX's own types
            return self.key(*args, **kwargs)

        def put(*args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - JAX's own types
            self.put(*args, **kwargs)

        module.get_executable_and_time, module.get_cache_key = close(get), close(key)
        module.put_executable_and_time = close(put)

    def key(self, module: ir.Module, *rest: object) -> str:
        """Return a program's key. JAX's key includes the program's name, so all programs get the same name here."""
        attributes = module.operation.attributes
        name = attributes["sym_name"]
        with module.context:
            attributes["sym_name"] = ir.StringAttr.get(ANY_NAME)
        try:
            return self._make_key(module, *rest)
        finally:
            attributes["sym_name"] = name

    def get(self, key: str, options: Any, backend: Any, devices: Any, callbacks: Any = ()) -> Loaded:  # noqa: ANN401 - JAX's own types
        """Return the program with a key and its compile time in seconds, as JAX's look-up does."""
        if self._beside is not None:
            link(self._beside / f"{key}{PROGRAM}")
        if callbacks:  # callbacks are linked into the program
            return self._load(key, options, backend, devices, callbacks)
        if self._reuses and key in self._made:
            return self._made[key]
        if key not in self._held:
            self.options[key] = bytes(options.SerializeAsString())
            loaded = self._load(key, options, backend, devices)
            if loaded[0] is None:
                return loaded
            self._held[key] = loaded
        return self._held[key]

    def put(self, key: str, name: str, executable: Any, backend: Any, seconds: int) -> None:  # noqa: ANN401 - JAX's own types
        """Keep a newly compiled program: in JAX's cache directory, or else in memory if there aren't too many."""
        if self._beside is not None:
            self._save(key, name, executable, backend, seconds)
        elif len(self._held) + len(self._made) < MAX_OWN:
            self._made[key] = (executable, seconds)

    def end_case(self) -> None:
        """Let later cases use the programs that were compiled in this one."""
        self._held |= self._made
        self._made = {}

    @contextmanager
    def reused(self) -> Iterator[None]:
        """Also reuse the current case's programs, where no times are reported."""
        before, self._reuses = self._reuses, True
        try:
            yield
        finally:
            self._reuses = before

    def load_all(self, bundle: object) -> None:
        """Link each single-device program in the cache of `bundle`; others are linked on first use."""
        backend = jax.devices()[0].client
        devices = xla_client.DeviceList(tuple(backend.local_devices()[:1]))
        for path in sorted((SHARED / str(bundle)).glob("*" + OPTIONS)):
            options = xla_client.CompileOptions.ParseFromString(path.read_bytes())
            if options.num_replicas * options.num_partitions == 1:
                self.get(path.name.removesuffix(OPTIONS), options, backend, devices)


programs = Programs()
"""The compiled programs of this process."""


def link(path: Path) -> None:
    """Let JAX find a program that is compiled already, if there is such a file. No process can list them all."""
    own = OWN / path.name
    if path.exists() and not own.exists():
        own.symlink_to(path)


def send_cache(send: Callable[[Frame], None]) -> None:
    """Send the programs compiled since `use_cache(keep=True)`: names and sizes in the header, bytes in the payload."""
    kept = {path.name: path for path in OWN.iterdir() if path.is_file() and not path.is_symlink()}
    options = {key + OPTIONS: data for key, data in programs.options.items()}  # not files: scratch holds only a few
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
