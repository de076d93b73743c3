"""Exports programs of the entry point for shapes, without the hidden values. Runs inside the learner's sandbox.

Theory of operation. The hidden cases of a sealed problem never enter this process: a job contains the shapes, dtypes
and static values of calls, with zeros for numbers. `jax.export` turns each call into a program that leaves functions of
`bodies.py` open (`holes.py`), and its StableHLO is sent out. Nothing in this process is trusted: a patch here can only
produce a program that computes something else, and the referee runs the program on values that this process never had.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Protocol

from grader.inside.holes import make_arguments
from grader.inside.streams import flush_output, silence
from grader.inside.studies.gradients import blank_seeds
from grader.inside.studies.sealed import ExportedProgram, export_derivatives
from grader.inside.wire import UnsendableError, to_argument, to_value
from grader.protocol import SEEDS, Frame, FrameKind, ValueReader, ValueWriter

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping

    from grader.inside.source import Source
    from grader.protocol import Value


class Exporting(Protocol):
    """The part of `grader.inside.harness.SubmissionRun` that exporting uses."""

    entry_point: str
    parameters: list[str]
    source: Source
    send: Callable[..., None]

    def load_again(self) -> types.ModuleType | None:
        """Import the submission afresh; return None if that failed, which is reported."""

    def plain_bodies(self) -> Mapping[str, Any]:
        """Return the namespace of `bodies.py`."""

    def require_untouched(self) -> None:
        """End the process if the grader's code was tampered with."""


_clock = time.perf_counter


def _export(
    run: Exporting,
    entry: Callable[..., Any],
    arguments: dict[str, Value],
    classes: Mapping[str, Any],
    bodies: Mapping[str, Any],
    options: Mapping[str, Any],
    other: dict[str, Value] | None,
) -> ExportedProgram:
    """Return the program of the entry point, or that of its derivatives if the call has seeds.

    Seeds of None stand for blank ones, for a program that is only counted. `other` are the arguments of another call.
    """
    given = make_arguments(arguments, run.parameters, classes, bodies)
    if SEEDS not in arguments:
        return ExportedProgram(entry, given)
    derive, seeds = options["derive"], arguments[SEEDS]
    given_seeds = (
        to_argument(seeds, {}, {}) if seeds is not None else blank_seeds(entry, given, run.parameters, derive["wrt"])
    )
    between = make_arguments(other, run.parameters, classes, bodies) if other is not None else None
    return export_derivatives(entry, run.parameters, derive, [*given, given_seeds], between)


def export_calls(run: Exporting, job: Frame) -> None:
    """Answer a JOB that has `programs` with a PROGRAM frame for each call and DONE, all in one fresh import.

    If the job has `derive` (which `export_derivatives` reads), calls with seeds get the program of the derivatives.
    """
    reader = ValueReader(job.payload)
    asked: Any = job.header["programs"]
    module = run.load_again()
    if module is None:
        return
    entry, bodies = getattr(module, run.entry_point), run.plain_bodies()
    calls = [{name: reader.read(node) for name, node in call.items()} for call in asked]
    for index, arguments in enumerate(calls):
        header: dict[str, object] = {"index": index, "error": None, "results": None, "keys": [], "ms": 0.0}
        payload, start = b"", _clock()
        try:
            with silence():
                other = next((call for call in calls[index + 1 :] + calls[:index] if SEEDS in call), None)
                program = _export(run, entry, arguments, module.__dict__, bodies, job.header, other)
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
