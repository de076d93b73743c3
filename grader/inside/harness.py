"""Runs a submission's entry point on the cases of a job and reports evidence, one frame per case.

Runs inside the sandbox, after confinement. Its reports are evidence: outputs are compared outside.
"""

from __future__ import annotations

import contextlib
import time
from contextlib import redirect_stderr, redirect_stdout
from typing import TYPE_CHECKING, Any

from flax import nnx
from flax.nnx import variablelib

from grader.inside import cache
from grader.inside.bodies import Bodies
from grader.inside.descriptions import (
    describe_record,
    describe_unparsed,
    read_settings,
    signature_of,
    takes,
)
from grader.inside.devices import set_devices
from grader.inside.exporting import export_calls
from grader.inside.finals import Finals, find_numpy
from grader.inside.given import Arguments, train_returned
from grader.inside.guard import Guard
from grader.inside.inputs import find_change, remember
from grader.inside.models import find_models
from grader.inside.numbers import Numbers, move, move_models
from grader.inside.patches import Probes
from grader.inside.probes import IDLE, Recorder, enter
from grader.inside.questions import read_cases, read_draws
from grader.inside.reading import wait_for
from grader.inside.roundtrip import round_trip
from grader.inside.source import Source
from grader.inside.streams import flush_output, open_nothing, silence
from grader.inside.studies import STUDIES
from grader.inside.studies.subject import Subject
from grader.inside.wire import ResultWriter, UnsendableError
from grader.protocol import ANSWERS, QUESTIONS, Frame, FrameKind, Make, Seal, Value

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping

    from grader.inside.ledger import Draw

    Send = Callable[..., None]
    Receive = Callable[[Seal], Frame]


_clock = time.perf_counter
_variable_names = variablelib.VariableTypeCache
_known_names = dict(_variable_names)
"""The names of NNX's own variable types. A submission may register further ones each time that it is imported."""


def run_job(job: Frame, send: Send, receive: Receive) -> None:
    """Run a job and send its frames: LOADED, each CASE, DONE; or FAILED. `job` holds the key; the job itself follows.

    After DONE the host may request more cases of the same submission with another JOB frame. Hidden inputs thus arrive
    only after the samples have run, and the samples' printed output can be told apart.
    """
    key = bytes.fromhex(str(job.header.pop("key")))
    seal, questions = Seal(key, ANSWERS), Seal(key, QUESTIONS)
    job = receive(questions)
    set_devices(job)
    keep = bool(job.header.get("keep_cache"))
    cache.use_cache(job.header.get("bundle"), keep=keep)

    def deliver(frame: Frame) -> None:
        send(frame, seal)

    recorder = Recorder()
    try:
        source = Source(str(job.header["source"]), idle=IDLE)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        deliver(Frame(FrameKind.FAILED, {"stage": "syntax", "error": describe_unparsed(error)}))
        return
    recorder.functions = source.functions
    module_class = job.header.get("module")
    probes = Probes(str(module_class) if module_class else None)
    guard = Guard(deliver)
    run = SubmissionRun(job, source, recorder, deliver, probes, guard)
    guard.watch(recorder.handlers(), [*probes.codes, *run.bodies.codes], probes.wards)
    while run.run(read_cases(job), read_draws(job, questions)):
        if keep:
            cache.send_cache(deliver)
        job = receive(questions)
        if "programs" in job.header:
            export_calls(run, job)
            return


class SubmissionRun:
    """A run of one submission on its cases, one after the other."""

    def __init__(
        self,
        frame: Frame,
        source: Source,
        recorder: Recorder,
        send: Send,
        probes: Probes | None = None,
        guard: Guard | None = None,
    ) -> None:
        """Read the first JOB frame, whose layout `grader.grading.jobs` documents.

        Without `probes` and `guard`, as for trusted code, nothing is watched.
        """
        header: dict[str, Any] = frame.header
        self.entry_point: str = header["entry_point"]
        self.defines: list[str] = header["defines"]
        self.parameters: list[str] = header["parameters"]
        self.roundtrip: str | None = header.get("roundtrip")
        self.studies: dict[str, dict[str, Any]] = header.get("studies", {})
        self.finals: list[str] = header.get("finals", [])
        self.initials = bool(header.get("initials"))
        self.source = source
        self.bodies = Bodies(str(header.get("bodies", "")))
        self.recorder = recorder
        recorder.bodies = self.bodies.functions
        recorder.module_class = getattr(nnx, str(header.get("module") or "Module"))
        recorder.compares_inputs = bool(header.get("module"))
        recorder.ledger.seeks_idle = bool(header.get("idle"))
        self.takes: str | None = header.get("takes")
        self.send = send
        self._probes = probes
        self._guard = guard
        self._settings = read_settings()
        self._loaded = False
        self._done = 0
        self._given: Mapping[str, Any] = {}
        self._names: dict[str, Any] = {}
        self._arguments = Arguments([], {}, {})

    def run(
        self, cases: list[list[dict[str, Value]]], draws: list[tuple[int, bool, Draw] | None] | None = None
    ) -> bool:
        """Make the calls of `cases`, each case in a fresh import; return whether more cases may follow.

        One call of a case may be drawn, as `read_draws` describes.
        """
        module: types.ModuleType | None = None
        if not self._loaded:
            module = self._import()
            if module is None or not self._check_names(module):
                return False
            self._loaded = True
            self.send(Frame(FrameKind.LOADED, {}))
        for calls, draw in zip(cases, draws or [None] * len(cases), strict=True):
            module = module or self._import()
            if module is None or not self._run_case(module, calls, draw):
                return False
            module = None
        self._require_untouched(sentinel=True)
        self.send(Frame(FrameKind.DONE, {}))
        return True

    def load_again(self) -> types.ModuleType | None:
        """Import the submission afresh; return None if that failed, which is reported."""
        return self._import()

    def plain_bodies(self) -> Mapping[str, Any]:
        """Return the namespace of `bodies.py`, with functions whose calls aren't recorded."""
        return vars(self.bodies.source.fresh_module(lambda _: None))

    def require_untouched(self) -> None:
        """End the process if the grader's code or its probes were tampered with; call this at the end of a job."""
        self._require_untouched(sentinel=True)

    def _require_untouched(self, *, sentinel: bool = False) -> None:
        """End the process if the grader's code or its probes were tampered with."""
        if self._guard is None or self._probes is None:
            return
        self._guard.verify()
        if not self._probes.in_place():
            self._guard.alarm("probes", "removed the listener of `jax.monitoring`")
        if sentinel and not self.recorder.prove():
            self._guard.alarm("probes", "kept JAX from reporting a trace")

    def _import(self) -> types.ModuleType | None:
        self.recorder.start_module()
        _variable_names.clear()
        _variable_names.update(_known_names)
        source = self.bodies.source
        try:
            self._given = self.bodies.fresh()
            self._names = dict(_variable_names)
            source = self.source
            return self._import_source()
        except BaseException as error:  # noqa: BLE001 - SystemExit and all else that a submission may raise
            self._require_untouched()
            flush_output()
            self.send(Frame(FrameKind.FAILED, {"stage": "import", "error": source.describe_error(error)}))
            return None

    def _import_source(self) -> types.ModuleType:
        _variable_names.clear()
        _variable_names.update(self._names)
        with silence() if self._loaded else contextlib.nullcontext():  # its prints were shown the first time
            return self.source.fresh_module(enter)

    def _check_names(self, module: types.ModuleType) -> bool:
        entry = getattr(module, self.entry_point, None)
        missing = [name for name in self.defines if not isinstance(getattr(module, name, None), type)]
        failure: dict[str, object] | None = None
        if not callable(entry):
            failure = {"stage": "entry_point"}
        elif missing:
            failure = {"stage": "class", "name": missing[0]}
        elif not takes(entry, self.parameters):
            failure = {"stage": "arity", "found": signature_of(entry)}
        if failure is not None:
            flush_output()
            self.send(Frame(FrameKind.FAILED, failure))
        return failure is None

    def _run_case(
        self, module: types.ModuleType, calls: list[dict[str, Value]], draw: tuple[int, bool, Draw] | None
    ) -> bool:
        results, finals = ResultWriter(), Finals(self.finals, initials=self.initials)
        self._arguments = Arguments(self.parameters, vars(module), self._given)
        evidence: list[dict[str, object]] = []
        error: dict[str, object] | None = None
        for index, arguments in enumerate(calls):
            drawn = draw if draw is not None and draw[0] == index else None
            try:
                evidence.append(self._run_pair(module, arguments, results, finals, drawn))
            except BaseException as raised:  # noqa: BLE001 - SystemExit and all else that a submission may raise
                self._require_untouched()
                self.recorder.end_call()
                error = self.source.describe_error(raised)
                break
        finals.end_case()
        with cache.programs.reused():
            studies = self._run_studies(module, calls, results) if error is None else {}
        cache.programs.end_case()
        flush_output()
        self._require_untouched()
        changed = [name for name, value in read_settings().items() if value != self._settings[name]]
        header: dict[str, object] = {"index": self._done, "calls": evidence, "error": error, "config": changed}
        header["studies"] = studies
        self.send(Frame(FrameKind.CASE, header, results.payload))
        self._done += 1
        return error is None

    def _run_pair(
        self,
        module: types.ModuleType,
        arguments: dict[str, Value],
        results: ResultWriter,
        finals: Finals,
        draw: tuple[int, bool, Draw] | None,
    ) -> dict[str, object]:
        """Make a call; if it is drawn, make it again with replaced outputs of watched functions.

        If these got numbers from elsewhere, make it a third time on moved arguments, to see what depends on them.
        The evidence about JAX comes from whichever call ran first, so the other one doesn't affect any count.
        """
        if draw is None:
            return self._run_call(module, arguments, results, finals)
        followed: dict[str, object] = {}
        seen = None
        if draw[1]:
            followed, seen = self._run_drawn(module, arguments, results, draw[2])
        mark = self.recorder.count_wrappers()
        with cache.programs.reused() if seen is not None else contextlib.nullcontext():
            evidence = self._run_call(module, arguments, results, finals, count_given=True)
        others = self.recorder.ledger.call.describe_others()
        with cache.programs.reused():
            if seen is None:
                mark = self.recorder.count_wrappers()
                followed, seen = self._run_drawn(module, arguments, results, draw[2])[0], {}
            moved = self._run_moved(module, arguments, draw[2]) if others else []
        self.recorder.hide_wrappers(mark)
        return evidence | seen | {"followed": followed | {"others": others, "others_moved": moved}}

    def _run_drawn(
        self, module: types.ModuleType, arguments: dict[str, Value], results: ResultWriter, draw: Draw
    ) -> tuple[dict[str, object], dict[str, object]]:
        """Make a drawn call; return its outcome, which may be an exception, and the probes' evidence about JAX."""
        finals, given, result, error = Finals(self.finals), self._arguments.make(arguments), None, None
        finals.start_call(given)
        self._start_call(given, draw, count_given=True)
        self.recorder.record.compares_models = False  # the normal call does that
        try:
            result = getattr(module, self.entry_point)(*given.values())
            wait_for(result)
        except BaseException as raised:  # noqa: BLE001 - SystemExit and all else that a submission may raise
            error = self.source.describe_error(raised)
        self._require_untouched()
        record = self.recorder.end_call()
        try:
            output = results.write(result)
        except UnsendableError:
            output = None
        drawn = [{"shape": list(shape), "dtype": dtype} for shape, dtype in self.recorder.ledger.call.drawn]
        final = finals.end_call(given, results)
        foreign = self.recorder.ledger.call.foreign
        followed = {"output": output, "error": error, "drawn": drawn, "final": final, "foreign": foreign}
        return followed, describe_record(record, self.recorder)

    def _run_moved(
        self, module: types.ModuleType, arguments: dict[str, Value], draw: Draw
    ) -> list[dict[str, object]] | None:
        """Make the call with moved arguments; return the few numbers from elsewhere that watched functions get.

        Return None if the call raises an exception.
        """
        try:
            given = self._arguments.make(move(arguments, draw.seed))
            move_models(list(given.values()), draw.seed)
            self._start_call(given, count_given=True)
            self.recorder.record.compares_models = False
            wait_for(getattr(module, self.entry_point)(*given.values()))
        except BaseException:  # noqa: BLE001 - SystemExit and all else that a submission may raise
            self._require_untouched()
            return None
        finally:
            self.recorder.end_call()
        self._require_untouched()
        return self.recorder.ledger.call.describe_others()

    def _start_call(self, given: dict[str, Any], draw: Draw | None = None, *, count_given: bool) -> None:
        self.recorder.start_call(draw, Numbers(list(given.values())) if count_given else None)
        self.recorder.record.models = [given[self.takes]] if self.takes is not None else []

    def _run_call(
        self,
        module: types.ModuleType,
        arguments: dict[str, Value],
        results: ResultWriter,
        finals: Finals,
        *,
        count_given: bool = False,
    ) -> dict[str, object]:
        given = self._arguments.make(arguments, finals.settle if self._done % 2 else None)
        entry = getattr(module, self.entry_point)
        before = {name: remember(value, arguments[name]) for name, value in given.items()}
        finals.start_call(given)
        self._start_call(given, count_given=count_given)
        for model in find_models([given[name] for name, value in arguments.items() if not isinstance(value, Make)]):
            self.recorder.keep_state(model)
            self.recorder.record.compares_models = False
        start = _clock()
        result = entry(*given.values())
        wait_for(result)
        seconds = _clock() - start
        self._require_untouched()
        record, watched = self.recorder.end_call(), self.roundtrip
        self.recorder.name_wrappers(vars(module))
        try:
            output, unsendable = results.write(result), None
        except UnsendableError as problem:
            output, unsendable = None, str(problem)[:300]
        if self._done % 2:
            train_returned(result, given)
        changed = ((name, find_change(before[name], value)) for name, value in given.items())
        evidence: dict[str, object] = {
            "output": output,
            "unsendable": unsendable,
            "numpy": find_numpy(result),
            "seconds": seconds,
            "inputs": next(({"parameter": name, "what": what} for name, what in changed if what is not None), None),
            "state": self.recorder.states_kept(),
            "final": finals.end_call(given, results),
            "roundtrip": round_trip(arguments[watched], given[watched], self._given, results) if watched else None,
        }
        return evidence | describe_record(record, self.recorder)

    def _run_studies(
        self, module: types.ModuleType, calls: list[dict[str, Value]], results: ResultWriter
    ) -> dict[str, object]:
        """Run the studies that the checks request; exceptions that the submission raises meanwhile are evidence too."""
        subject = Subject(
            module,
            self.entry_point,
            self.parameters,
            calls,
            self._given,
            self._import_source,
            self.recorder.ledger,
        )
        studies: dict[str, object] = {}
        for name, options in self.studies.items():
            found, error = None, None
            try:
                with open_nothing() as nothing, redirect_stdout(nothing), redirect_stderr(nothing):
                    found = results.write(STUDIES[name](subject, options), "what was found")
            except UnsendableError:
                pass  # neither a finding nor an error, which the check reports
            except BaseException as raised:  # noqa: BLE001 - SystemExit and all else that a submission may raise
                self._require_untouched()
                error = self.source.describe_error(raised)
            studies[name] = {"found": found, "error": error}
        return studies
