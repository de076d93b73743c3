"""Warms up a process before it gets a submission: imports, XLA's backend, a problem's public code. Uses no secrets.

The zygote imports this module, so every module that a submission may need is already imported in its children.
"""

from __future__ import annotations

import ctypes
import gc
import os
import platform
from typing import Any

import flax
import jax
import jaxlib.mlir.dialects.mhlo  # noqa: F401 - jax imports it late, when its file is no longer accessible
import optax  # noqa: F401 - makes a submission's import fast
from flax import nnx  # noqa: F401 - likewise
from jax._src.interpreters import mlir

from grader.inside import cache
from grader.inside.closing import close
from grader.inside.devices import set_devices
from grader.inside.dispatches import watch_programs
from grader.inside.harness import SubmissionRun
from grader.inside.probes import IDLE, Recorder
from grader.inside.questions import read_cases
from grader.inside.source import Source
from grader.protocol import Frame, FrameKind

GC_THRESHOLD = (50_000, 20, 100)
"""Higher thresholds than Python's: a worker lives for a second or less, so collecting often only wastes time."""
_deferring = os.environ.get("DEFER_THREADS") == "1"
watch_programs()  # before anything runs, because no cache may hold a fast path that bypasses the probes


def describe_stack() -> Frame:
    """Return the READY frame: the versions that submissions run on."""
    stack: dict[str, object] = {
        "python": platform.python_version(),
        "jax": jax.__version__,
        "flax": flax.__version__,
    }
    return Frame(FrameKind.READY, {"stack": stack})


def warm_zygote(job: Frame) -> Frame:
    """Start the backend without threads, run the job's public code on its public cases, and return READY.

    Every program must come from the compile cache: compiling would wait for a thread that is never started. With
    several devices nothing is run, because devices wait for one another in threads too.
    """
    prepare_single_thread()
    if set_devices(job) == 1:
        run_public(job)
    cache.programs.load_all(job.header.get("bundle"))
    return describe_stack()


def start_worker(job: Frame | None) -> Frame:
    """In a confined child: start the deferred threads, warm up with `job` if given, and return READY."""
    if _deferring:
        started = ctypes.CDLL(None).start_deferred()
        if started < 0:
            raise OSError(-started, os.strerror(-started))
    gc.set_threshold(*GC_THRESHOLD)
    if job is not None:
        run_public(job)
    return describe_stack()


def prepare_single_thread() -> None:
    """Configure JAX to work on a single thread: synchronous dispatch, MLIR without threading."""
    jax.config.update("jax_cpu_enable_async_dispatch", False)  # noqa: FBT003 - JAX's own signature
    module: Any = mlir
    name = "_create_ir_context" if hasattr(module, "_create_ir_context") else "make_ir_context"
    create_context = getattr(module, name)

    def create_single_threaded_context() -> Any:  # noqa: ANN401 - MLIR's own type
        context = create_context()
        context.enable_multithreading(False)  # noqa: FBT003 - MLIR's own signature
        return context

    setattr(module, name, close(create_single_threaded_context))


def run_public(job: Frame) -> None:
    """Run a problem's public source on public cases, as a submission would be run, and discard the results."""
    set_devices(job)
    cache.use_cache(job.header.get("bundle"), keep=False)
    source = Source(str(job.header["source"]), idle=IDLE)
    recorder = Recorder()
    recorder.functions = source.functions
    SubmissionRun(job, source, recorder, lambda _frame: None).run(read_cases(job))
