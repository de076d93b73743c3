"""Makes programs of the entry point for shapes whose values stay outside. Runs inside the learner's sandbox.

Theory of operation. For a sealed problem the hidden cases never come here: a job names shapes, dtypes and static values
of calls, with zeros for numbers. Each becomes one program by `jax.export`, where functions of `bodies.py` are left open
(`holes.py`), and its StableHLO goes out. Nothing of this process is believed: what was patched in here can only make a
program that computes something else, and the referee runs that on values which this process never had.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

from grader.inside.holes import make_arguments
from grader.inside.streams import flush_output, silence
from grader.inside.studies.gradients import make_derivatives
from grader.inside.studies.sealed import ExportedProgram
from grader.inside.wire import UnsendableError, to_argument, to_value
from grader.protocol import SEEDS, Frame, FrameKind, ValueReader, ValueWriter

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping

    from grader.inside.source import Source
    from grader.protocol import Value


class Exporting(Protocol):
    """What is needed of a submission's run (`grader.inside.harness`) to export its programs."""

    entry_point: str
    parameters: list[str]
    source: Source
    send: Callable[..., None]

    def load_again(self) -> types.ModuleType | None:
        """Import the submission afresh; None where that failed, which is told."""

    def plain_bodies(self) -> Mapping[str, Any]:
        """Return the names of `bodies.py`."""

    def require_untouched(self) -> None:
        """End the process where the grader's code was tampered with."""


_clock = time.perf_counter


def _prepare(
    run: Exporting,
    entry: Callable[..., Any],
    arguments: dict[str, Value],
    classes: Mapping[str, Any],
    bodies: Mapping[str, Any],
    options: Mapping[str, Any],
) -> tuple[Callable[..., Any], list[Any]]:
    """Return what is to be exported: the entry point, or its derivatives where the call has seeds for them."""
    given = make_arguments(arguments, run.parameters, classes, bodies)
    if SEEDS not in arguments:
        return entry, given
    return make_derivatives(entry, run.parameters, options["derive"]), [*given, to_argument(arguments[SEEDS], {}, {})]


def export_calls(run: Exporting, job: Frame) -> None:
    """Answer a JOB with `programs` by a PROGRAM frame for each call, and DONE, all in one fresh import.

    Where the job has `derive` (which `make_derivatives` reads), calls with seeds get the program of the derivatives.
    """
    reader = ValueReader(job.payload)
    asked: Any = job.header["programs"]
    module = run.load_again()
    if module is None:
        return
    entry, bodies = getattr(module, run.entry_point), run.plain_bodies()
    for index, call in enumerate(asked):
        arguments = {name: reader.read(node) for name, node in call.items()}
        header: dict[str, object] = {"index": index, "error": None, "results": None, "keys": [], "ms": 0.0}
        payload, start = b"", _clock()
        try:
            with silence():
                program = ExportedProgram(*_prepare(run, entry, arguments, module.__dict__, bodies, job.header))
            payload = program.module
            header |= {"results": ValueWriter().write(to_value(program.structure)), "keys": program.keys}
        except UnsendableError as problem:
            header["error"] = {
                "type": "UnsendableError",
                "bases": [],
                "message": str(problem),
                "frames": [],
                "own": False,
            }
        except BaseException as raised:  # noqa: BLE001 - SystemExit and all else that a submission may raise
            header["error"] = run.source.describe_error(raised)
        flush_output()
        header["ms"] = 1e3 * (_clock() - start)
        run.send(Frame(FrameKind.PROGRAM, header, payload))
    run.require_untouched()
    run.send(Frame(FrameKind.DONE, {}))
