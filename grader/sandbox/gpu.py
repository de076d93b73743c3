"""The devices and settings of a sandbox that uses a GPU.

Theory of operation. CUDA controls the driver by `ioctl` on device nodes and maps their memory; no filter can tell good
requests from bad ones. So the driver becomes part of the security boundary, for which it was not designed: the tier is
"G", weaker than A and B, and is only used if the operator's settings choose it. All other walls stay in place. A
process that has started CUDA can't be forked, so each spare is forked from the root zygote, which has only done its
imports; it confines itself and then starts CUDA. Only one grade runs at a time, because a GPU doesn't isolate its users
from each other.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.errors import GpuUnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterable

WALL: Final = "gpu"
PLUGINS: Final = ("jax_cuda13_plugin", "jax_cuda12_plugin")
NODES: Final = ("nvidiactl", "nvidia-uvm", "nvidia-uvm-tools", "nvidia[0-9]*", "nvidia-caps/*")
SYSFS: Final = Path("/sys")
ENVIRONMENT: Final = {"JAX_PLATFORMS": "cuda", "XLA_PYTHON_CLIENT_PREALLOCATE": "false"}
TESTED: Final = "tier G: a submission reaches the GPU's driver, which is no wall. Use it only with people you trust"
ADVICE: Final = "grade on the CPU, or see the section GPU of docs/security.md"


def find_nodes(packages: Iterable[Path], dev: Path = Path("/dev")) -> tuple[Path, ...]:
    """Return the device nodes of the GPU. Raise `GpuUnavailableError` without them or without JAX's plugin."""
    if not any((directory / name).is_dir() for directory in packages for name in PLUGINS):
        raise GpuUnavailableError(
            "jax has no CUDA plugin: install it where the sandbox's Python is (pip install 'jax[cuda13]')"
        )
    nodes = tuple(sorted(path for pattern in NODES for path in dev.glob(pattern)))
    if not any(path.name.removeprefix("nvidia").isdecimal() for path in nodes):
        raise GpuUnavailableError(f"no NVIDIA GPU was found in {dev}: install its driver")
    return nodes
