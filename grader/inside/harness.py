"""Runs a submission's entry point on the cases of a job and reports evidence, one frame per case.

Runs inside the sandbox, after confinement. What it reports is evidence: outputs are compared outside.
"""

from __future__ import annotations

import contextlib
import dataclasses
import inspect
import io
import operator
import time
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from grader.inside import cache
from grader.inside.bodies import Bodies
from grader.inside.devices import set_devices
from grader.inside.guard import Guard
from grader.inside.models import find_models
from grader.inside.patches import Probes
from grader.inside.probes import CallRecord, Recorder, enter
from grader.inside.source import Source
from grader.inside.streams import flush_output, silence
from grader.inside.studies import STUDIES
from grader.inside.studies.subject import Subject
from grader.inside.wire import Outgoing, UnsendableError, key_data, to_argument, to_numpy, to_value
from grader.protocol import KEY, Array, Frame, FrameKind, Make, Seal, Value, ValueReader, ValueWriter

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Mapping

    Send = Callable[..., None]
    Receive = Callable[[], Frame]

CONFIG = (
    *("jax_disable_jit", "jax_enable_x64", "jax_no_tracing", "jax_numpy_dtype_promotion", "jax_default_device"),
    *("jax_default_matmul_precision", "jax_default_prng_impl", "jax_debug_nans", "jax_check_tracer_leaks"),
    *("jax_compilation_cache_dir", "jax_enable_compilation_cache", "jax_threefry_partitionable"),
)
"""Settings of JAX that a change of is reported."""

_clock = time.perf_counter
_block_until_ready: Any = jax.block_until_ready
_asarray = np.asarray
_flatten, _unflatten, _structure, _leaves = jax.tree.flatten, jax.tree.unflatten, jax.tree.structure, jax.tree.leaves
_config = jax.config


def run_job(job: Frame, send: Send, receive: Receive) -> None:
    """Do what `job` asks and send its frames: LOADED, a CASE for each case, DONE; or FAILED.

    After DONE the host may ask for more cases of the same submission with another JOB frame: hidden inputs come
    only when the samples are through, and what was printed until then can be told apart.
    """
    set_devices(job)
    keep = bool(job.header.get("keep_cache"))
    cache.use_cache(job.header.get("bundle"), keep=keep)
    seal = Seal(bytes.fromhex(str(job.header.pop("key"))))

    def deliver(frame: Frame) -> None:
        send(frame, seal)

    recorder = Recorder()
    try:
        source = Source(str(job.header["source"]))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        deliver(Frame(FrameKind.FAILED, {"stage": "syntax", "error": describe_unparsed(error)}))
        return
    recorder.functions = source.functions
    module_class = job.header.get("module")
    probes = Probes(str(module_class) if module_class else None)
    guard = Guard(deliver)
    session = Session(job, source, recorder, deliver, probes, guard)
    guard.watch(recorder.handlers(), [*probes.codes, *session.bodies.codes], probes.wards)
    while session.run(read_cases(job)):
        if keep:
            cache.send_cache(deliver)
        job = receive()


def read_cases(job: Frame) -> list[list[dict[str, Value]]]:
    """Return the arguments of each call of each case in a JOB frame."""
    reader = ValueReader(job.payload)
    cases: Any = job.header["cases"]
    return [[{name: reader.read(node) for name, node in call.items()} for call in case] for case in cases]


def describe_unparsed(error: BaseException) -> dict[str, object]:
    """Return the error of a source that Python can't compile, as JSON."""
    line = getattr(error, "lineno", None) or 1
    text = str(getattr(error, "text", None) or "").strip()[:200]
    message = str(getattr(error, "msg", error))[:400]
    frames = [{"line": line, "function": "<module>", "text": text}]
    return {"type": type(error).__name__, "bases": [], "message": message, "frames": frames, "own": True}


class Silence(io.TextIOBase):
    """Takes what is printed while a study makes calls once more: it was printed before."""

    def write(self, text: str, /) -> int:
        """Drop `text`."""
        return len(text)


class Session:
    """One submission, its cases run one after the other."""

    def __init__(
        self,
        frame: Frame,
        source: Source,
        recorder: Recorder,
        send: Send,
        probes: Probes | None = None,
        guard: Guard | None = None,
    ) -> None:
        """Take apart the first JOB frame; `grader.session` documents its layout.

        Without `probes` and `guard`, as for trusted code, nothing is watched.
        """
        header: dict[str, Any] = frame.header
        self.entry_point: str = header["entry_point"]
        self.defines: list[str] = header["defines"]
        self.parameters: list[str] = header["parameters"]
        self.roundtrip: str | None = header.get("roundtrip")
        self.studies: dict[str, dict[str, Any]] = header.get("studies", {})
        self.source = source
        self.bodies = Bodies(str(header.get("bodies", "")))
        self.recorder = recorder
        recorder.bodies = self.bodies.functions
        self.send = send
        self._probes = probes
        self._guard = guard
        self._settings = read_settings()
        self._loaded = False
        self._done = 0
        self._given: Mapping[str, Any] = {}

    def run(self, cases: list[list[dict[str, Value]]]) -> bool:
        """Make the calls of `cases`, each case in a fresh import; say whether more cases could follow."""
        module: types.ModuleType | None = None
        if not self._loaded:
            module = self._import()
            if module is None or not self._check_names(module):
                return False
            self._loaded = True
            self.send(Frame(FrameKind.LOADED, {}))
        for calls in cases:
            module = module or self._import()
            if module is None or not self._run_case(module, calls):
                return False
            module = None
        self._require_untouched(sentinel=True)
        self.send(Frame(FrameKind.DONE, {}))
        return True

    def _require_untouched(self, *, sentinel: bool = False) -> None:
        """End the process where the grader's code or its probes were tampered with."""
        if self._guard is None or self._probes is None:
            return
        self._guard.verify()
        if not self._probes.in_place():
            self._guard.alarm("probes", "removed the listener of `jax.monitoring`")
        if sentinel and not self.recorder.prove():
            self._guard.alarm("probes", "kept JAX from telling of a trace")

    def _import(self) -> types.ModuleType | None:
        self.recorder.start_module()
        source = self.bodies.source
        try:
            self._given = self.bodies.fresh()
            source = self.source
            return self._import_source()
        except BaseException as error:  # noqa: BLE001 - SystemExit and all else that a submission may raise
            self._require_untouched()
            flush_output()
            self.send(Frame(FrameKind.FAILED, {"stage": "import", "error": source.describe_error(error)}))
            return None

    def _import_source(self) -> types.ModuleType:
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

    def _run_case(self, module: types.ModuleType, calls: list[dict[str, Value]]) -> bool:
        writer, out = ValueWriter(), Outgoing()
        evidence: list[dict[str, object]] = []
        error: dict[str, object] | None = None
        for arguments in calls:
            try:
                evidence.append(self._run_call(module, arguments, writer, out))
            except BaseException as raised:  # noqa: BLE001 - SystemExit and all else that a submission may raise
                self._require_untouched()
                self.recorder.end_call()
                error = self.source.describe_error(raised)
                break
        studies = self._run_studies(module, calls, writer, out) if error is None else {}
        flush_output()
        self._require_untouched()
        changed = [name for name, value in read_settings().items() if value != self._settings[name]]
        header: dict[str, object] = {"index": self._done, "calls": evidence, "error": error, "config": changed}
        header["studies"] = studies
        self.send(Frame(FrameKind.CASE, header, writer.payload))
        self._done += 1
        return error is None

    def _run_call(
        self, module: types.ModuleType, arguments: dict[str, Value], writer: ValueWriter, out: Outgoing
    ) -> dict[str, object]:
        given = {name: to_argument(arguments[name], module.__dict__, self._given) for name in self.parameters}
        entry = getattr(module, self.entry_point)
        self.recorder.start_call()
        for model in find_models([given[name] for name, value in arguments.items() if not isinstance(value, Make)]):
            self.recorder.keep_state(model)
            self.recorder.record.models_given = True
        start = _clock()
        result = _block_until_ready(entry(*given.values()))
        seconds = _clock() - start
        self._require_untouched()
        record = self.recorder.end_call()
        try:
            output, unsendable = writer.write(to_value(result, out=out)), None
        except UnsendableError as problem:
            output, unsendable = None, str(problem)[:300]
        evidence: dict[str, object] = {
            "output": output,
            "unsendable": unsendable,
            "seconds": seconds,
            "inputs": worst_input(arguments, given),
            "state": self.recorder.states_kept(),
            "roundtrip": self._round_trip(arguments, given, writer),
        }
        return evidence | describe_record(record, self.recorder)

    def _run_studies(
        self, module: types.ModuleType, calls: list[dict[str, Value]], writer: ValueWriter, out: Outgoing
    ) -> dict[str, object]:
        """Look into the entry point as the checks ask for; what the submission raises meanwhile is evidence, too."""
        subject = Subject(module, self.entry_point, self.parameters, calls, self._given, self._import_source)
        studies: dict[str, object] = {}
        for name, options in self.studies.items():
            found, error = None, None
            try:
                with contextlib.redirect_stdout(Silence()), contextlib.redirect_stderr(Silence()):
                    found = writer.write(to_value(STUDIES[name](subject, options), "what was found", out))
            except UnsendableError:
                pass  # neither a finding nor an error: the check says so
            except BaseException as raised:  # noqa: BLE001 - SystemExit and all else that a submission may raise
                self._require_untouched()
                error = self.source.describe_error(raised)
            studies[name] = {"found": found, "error": error}
        return studies

    def _round_trip(
        self, arguments: dict[str, Value], given: dict[str, Any], writer: ValueWriter
    ) -> dict[str, object] | None:
        """Flatten and unflatten the instance that `roundtrip` names; report its fields after that."""
        if self.roundtrip is None:
            return None
        wanted, instance = arguments[self.roundtrip], given[self.roundtrip]
        if not isinstance(wanted, Make):
            return None
        try:
            missing = [name for name in wanted.fields if not hasattr(instance, name)]
            if missing:
                return failed_round_trip(f"it has no attribute {missing[0]!r}")
            leaves, treedef = _flatten(instance)
            if len(leaves) == 1 and leaves[0] is instance:
                return failed_round_trip("it is not registered as a pytree")
            again = _unflatten(treedef, leaves)
            if type(again) is not type(instance):
                return failed_round_trip(f"it came back as {type(again).__name__}"[:100])
            twin = to_argument(wanted, {wanted.name: type(instance)}, self._given)
            same = bool(operator.eq(_structure(twin), treedef))
            fields = {name: writer.write(to_value(getattr(again, name, None))) for name in wanted.fields}
        except Exception as error:  # noqa: BLE001 - the submission's own code runs here
            return failed_round_trip(f"{type(error).__name__} was raised"[:100])
        return {"error": None, "fields": fields, "same_structure": same}


def read_settings() -> dict[str, str]:
    """Return those of JAX's settings that are reported when they change, as text."""
    return {name: repr(getattr(_config, name, None))[:200] for name in CONFIG}


def failed_round_trip(error: str) -> dict[str, object]:
    """Return the evidence of an instance that can't be flattened and unflattened."""
    return {"error": error, "fields": {}, "same_structure": None}


def takes(entry: Callable[..., object], parameters: list[str]) -> bool:
    """Say whether `entry` can be called with that many positional arguments."""
    try:
        inspect.signature(entry).bind(*parameters)
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def signature_of(entry: Callable[..., object]) -> str:
    """Return the parameters of `entry` as text, for a message."""
    try:
        return str(inspect.signature(entry))[:200]
    except (TypeError, ValueError):
        return "(…)"


def worst_input(arguments: dict[str, Value], given: dict[str, Any]) -> dict[str, object] | None:
    """Return the first argument whose arrays were changed or deleted by the call, or None."""
    for name, value in arguments.items():
        for array, now in pairs(value, given[name]):
            if isinstance(now, jax.Array) and now.is_deleted():
                return {"parameter": name, "what": "deleted"}
            words = key_data(now) if array.dtype == KEY else _asarray(now)
            if words.tobytes() != to_numpy(array).tobytes():
                return {"parameter": name, "what": "changed"}
    return None


def pairs(value: Value, given: Any) -> list[tuple[Array, Any]]:  # noqa: ANN401 - mirrors an argument's structure
    """Return each array of `value` with what the call was given for it. Instances of a class are left out."""
    if isinstance(value, Array):
        return [(value, given)]
    if isinstance(value, list | tuple):
        return [pair for item, now in zip(value, given, strict=True) for pair in pairs(item, now)]
    if isinstance(value, dict):
        return [pair for key, item in value.items() for pair in pairs(item, given[key])]
    return []


def describe_record(record: CallRecord, recorder: Recorder) -> dict[str, object]:
    """Return what the probes saw during one call, as JSON."""
    return {
        "traces": record.traces[:200],
        "segments": record.segments[:400],
        "wrappers": [dataclasses.asdict(note) for note in recorder.all_wrappers()[:200]],
        "called": [note.number for note in record.called[:2000]],
        "modules": record.modules[:200],
        "inner": record.inner[:200],
        "bodies": [
            {"name": name, "contexts": list(contexts), "line": line, "count": count}
            for (name, contexts, line), count in record.bodies.items()
        ],
    }
