"""Sealed cases: the learner's sandbox exports programs without values, and a second one, the referee, runs them.

Theory of operation
-------------------
A hidden case of a sealed problem never goes to the learner's sandbox. Only its calls go there, with blank arrays that
have the right shape and dtype but hold zeros. Calls that differ only in their values share one program. Each program
that comes back goes to the referee, a sandbox that was forked from the problem's own zygote and never had the
submission's code. The referee gets the values, and the seeds of the functions of `bodies.py` that are varied. The two
sandboxes can't communicate: everything goes through here, and the programs are the only thing that a submission can
send along. While the referee compiles one, the learner's sandbox exports the next.

To measure growth, the last call of the first case is exported three times more, with sizes that the spec names; the
operations of those programs are counted, but they aren't run. If derivatives are checked, each call has a second
program, which returns the derivatives; its additional inputs are the weights and the direction that publishing chose
(`grader.publishing.sealing`). The growth of these programs is measured, too; the submission's process chooses blank
weights for them, as their shapes are known only there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pydantic import ValidationError

from grader.grading.conversation import LOAD_SECONDS, ForgedFrameError
from grader.judge.programs import MAX_RESULTS, ProgramEvidence, RefereeEvidence
from grader.judge.sealing import Ran, SealedCase, fill_in
from grader.protocol import (
    ITEM_SIZES,
    SEEDS,
    Array,
    Body,
    Frame,
    FrameKind,
    ProtocolError,
    Value,
    ValueReader,
    ValueWriter,
)
from grader.sandbox.process import SandboxEnded
from grader.sandbox.spending import Allowance

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.bundle.contents import Bundle, Case, Manifest
    from grader.grading.conversation import Conversation
    from grader.grading.spare import Spare
    from grader.sandbox.outcome import Outcome

Arguments = dict[str, Value]
SIZES: Final = 3
"""The number of sizes at which growth is measured: see `SealedGrowthSpec.list_measured`."""
LINEAR_ALGEBRA: Final = ("lapack_", "cublas_", "cusolver_", "hipblas_", "hipsolver_")
"""How the targets of JAX's linear algebra begin. If the reference calls one of these functions, submissions may call
all of them, since there are many ways to solve a system; but not if costs are judged, which don't include them."""


class RefereeEndedError(Exception):
    """The referee's sandbox ended while it ran a program, which took too long or too much memory, or crashed."""

    def __init__(self, outcome: Outcome) -> None:
        """Keep how it ended."""
        super().__init__(str(outcome))
        self.outcome = outcome


@dataclass
class Wanted:
    """A program to export: the arguments it is for, including seeds if it returns derivatives, and its calls."""

    blank: Arguments
    calls: list[tuple[int, int]] = field(default_factory=list)
    """The calls that need it, as pairs (case number, call number); empty for a program that is only counted."""
    size: int = 0
    """For a program that is only counted, the size of the arguments that grow."""


def give_arguments(case: Case, number: int, *, derive: bool) -> Arguments:
    """Return the arguments of a call, including the seeds of its derivatives if `derive`."""
    seeds = seeds_of(case) if derive else None
    return dict(case.calls[number].args) | ({SEEDS: seeds[number]} if seeds is not None else {})


def seeds_of(case: Case) -> list[Value] | None:
    """Return, for each call, the seeds that its derivatives are weighted by; None if no derivatives are checked."""
    found = case.studies.get("sealed")
    seeds = found.get("seeds") if isinstance(found, dict) else None
    return seeds if isinstance(seeds, list) else None


def plan_programs(manifest: Manifest, cases: Sequence[Case]) -> list[Wanted]:
    """Return the programs that cases need, in the order of first use; calls whose functions have one draw share one."""
    wanted: dict[str, Wanted] = {}
    for at, case in enumerate(cases):
        for number, call in enumerate(case.calls):
            for derive in (False, True) if seeds_of(case) is not None else (False,):
                blank = {name: blank_out(value) for name, value in give_arguments(case, number, derive=derive).items()}
                key = repr((blank, draws_in([call.args])))
                wanted.setdefault(key, Wanted(blank)).calls.append((at, number))
    spec = manifest.checks.sealed
    growth = spec.growth if spec is not None else None
    if growth is None or not cases:
        return list(wanted.values())
    last = cases[0].calls[-1].args
    numbers = [value for value in last.values() if isinstance(value, int)]  # often at most as large as the arrays
    kinds: list[Arguments] = [{}, {SEEDS: None}] if seeds_of(cases[0]) is not None else [{}]
    resized = [
        Wanted(
            {name: blank_out(value, size if name in growth.parameters else None) for name, value in last.items()}
            | more,
            size=size,
        )
        for more in kinds
        for size in growth.list_measured(max([1, *numbers]))
    ]
    return [*resized, *wanted.values()]


def blank_out(value: Value, rows: int | None = None) -> Value:
    """Return an argument whose arrays hold zeros; if `rows` is given, it is the size of their first axis."""
    match value:
        case Array():
            shape = value.shape if rows is None or not value.shape else (rows, *value.shape[1:])
            size = ITEM_SIZES[value.dtype]
            for axis in shape:
                size *= axis
            return Array(value.dtype, shape, bytes(size))
        case Body():
            return Body(value.name)
        case list():
            return [blank_out(item, rows) for item in value]
        case tuple():
            return tuple(blank_out(item, rows) for item in value)
        case dict():
            return {name: blank_out(item, rows) for name, item in value.items()}
    return value


def draws_in(calls: Sequence[Arguments]) -> dict[str, int]:
    """Return the seeds of the functions that calls pass as arguments, by name."""
    bodies = [value for call in calls for value in call.values() if isinstance(value, Body)]
    return {body.name: body.draw for body in bodies if body.draw is not None}


def allowed_calls(bundle: Bundle) -> set[str]:
    """Return the targets of custom calls that a problem's programs may contain.

    They are those in its reference's programs, and those that the problem names.
    """
    spec, allowed = bundle.manifest.checks.sealed, set[str]()
    for case in bundle.pool:
        found = case.studies.get("sealed")
        calls = found.get("custom_calls") if isinstance(found, dict) else None
        allowed |= {call for call in calls if isinstance(call, str)} if isinstance(calls, list) else set()
    return allowed | set(spec.custom_calls if spec is not None else ())


class Referee:
    """The conversation with the referee's sandbox. Its answers are checked, since submissions made the programs."""

    def __init__(
        self, spare: Spare, bundle: Bundle, *, keep_cache: bool = False, any_custom_call: bool = False
    ) -> None:
        """Send what all programs of a problem need.

        With `any_custom_call`, which is for the reference's programs, programs may call any library function.
        """
        manifest = bundle.manifest
        if manifest.checks.sealed is None:
            raise AssertionError("the problem is not sealed")
        self._process, self._spec, self._limit = spare.process, manifest.checks.sealed, manifest.limits.time_s
        header: dict[str, object] = {
            "task": "referee",
            "bodies": manifest.bodies,
            "parameters": [parameter.name for parameter in manifest.parameters],
            "bundle": bundle.digest,
            "keep_cache": keep_cache,
        }
        self._custom_calls = None if any_custom_call else sorted(allowed_calls(bundle))
        self._cost = manifest.checks.cost is not None
        solves = any(call.startswith(LINEAR_ALGEBRA) for call in self._custom_calls or ())
        self._families = [*LINEAR_ALGEBRA] if solves and not self._cost else []
        self._loaded = False
        self._exchange(Frame(FrameKind.JOB, header), None, LOAD_SECONDS)

    @property
    def step_seconds(self) -> float:
        """The processor time that the last program took, in seconds."""
        return self._process.step_seconds

    def judge(
        self, program: bytes, keys: Sequence[bool], calls: Sequence[Arguments], shapes: Arguments
    ) -> tuple[RefereeEvidence, list[list[Value]]]:
        """Return what a program for `shapes` contains, and its flat results for each call."""
        if not self._loaded:
            self._receive(FrameKind.LOADED, LOAD_SECONDS)
            self._loaded = True
        writer = ValueWriter()
        header: dict[str, object] = {
            "program": writer.write(Array("uint8", (len(program),), program)),
            "cases": [
                [{name: writer.write(_public(value)) for name, value in call.items()} for call in calls or [shapes]]
            ],
            "draws": draws_in(calls),
            "keys": list(keys),
            "run": bool(calls),
            "custom_calls": self._custom_calls,
            "custom_call_families": self._families,
            "cost": self._cost and SEEDS not in shapes,
            "max_constants": self._spec.max_constants,
        }
        frame = self._exchange(Frame(FrameKind.JOB, header, writer.payload), FrameKind.CASE, self._limit)
        try:
            evidence = RefereeEvidence.model_validate(frame.header)
            reader = ValueReader(frame.payload)
            outputs = [[reader.read(leaf) for leaf in leaves] for leaves in evidence.outputs]
        except (ValidationError, ProtocolError) as error:
            raise ForgedFrameError(str(error)) from error
        whole = evidence.refused is not None or len(outputs) == len(evidence.seconds) == len(calls)
        if not whole or (evidence.refused is None and evidence.facts is None):
            raise ForgedFrameError("the referee answered for other calls")
        return evidence, outputs

    def _exchange(self, frame: Frame, due: FrameKind | None, limit: float) -> Frame:
        try:
            self._process.send(frame, Allowance(limit))
        except SandboxEnded as ended:
            raise RefereeEndedError(ended.outcome) from ended
        return self._receive(due, limit) if due is not None else frame

    def _receive(self, due: FrameKind, limit: float) -> Frame:
        try:
            frame = self._process.receive(Allowance(limit))
        except SandboxEnded as ended:
            raise RefereeEndedError(ended.outcome) from ended
        if frame.kind is not due:
            raise ForgedFrameError(f"the referee sent {frame.kind.name} where {due.name} was due")
        return frame


def run_sealed(
    bundle: Bundle, cases: Sequence[Case], conversation: Conversation, referee: Referee
) -> Iterator[SealedCase]:
    """Have the programs of `cases` exported and run; yield each case when all of its programs are done.

    If a program whose operations are to be counted can't be made, or is refused, so is every call.
    Raises what `Conversation` raises for the learner's sandbox, and `RefereeEndedError`.
    """
    wanted = plan_programs(bundle.manifest, cases)
    ran: dict[tuple[int, int], Ran] = {}
    derived: dict[tuple[int, int], Ran] = {}
    growth: list[tuple[int, int]] = []
    derived_growth: list[tuple[int, int]] = []
    uncounted: Ran | None = None
    done = 0
    for at, (want, frame) in enumerate(
        zip(wanted, conversation.run_programs(bundle.manifest, [w.blank for w in wanted]), strict=False)
    ):
        evidence, template = _read_program(frame, at)
        of_derivatives = SEEDS in want.blank
        into = derived if of_derivatives else ran
        if evidence.error is not None:
            failed = Ran(evidence.error, None, None, None, 0.0)
            into |= dict.fromkeys(want.calls, failed)
            uncounted = uncounted if want.calls else failed
        else:
            calls = [give_arguments(cases[case], call, derive=of_derivatives) for case, call in want.calls]
            found, outputs = referee.judge(frame.payload, evidence.keys, calls, want.blank)
            seconds = referee.step_seconds / max(len(calls), 1)
            if not want.calls and found.facts is not None:
                (derived_growth if of_derivatives else growth).append((want.size, found.facts.operations))
            elif not want.calls:
                uncounted = Ran(None, None, found.refused, None, 0.0)
            for number, place in enumerate(want.calls):
                refused = found.refused is not None
                output = None if refused else fill_in(template, outputs[number])
                taken = 0.0 if refused else seconds
                into[place] = Ran(None, found.facts, found.refused, output, taken, found.cost)
        while done < len(cases):
            places = [(done, number) for number in range(len(cases[done].calls))]
            expected = places if seeds_of(cases[done]) is not None else []
            if not ran.keys() >= set(places) or not derived.keys() >= set(expected):
                break
            yield SealedCase(
                tuple(uncounted or ran[place] for place in places),
                _tell_growth(growth),
                tuple(map(derived.__getitem__, expected)),
                _tell_growth(derived_growth),
            )
            done += 1


def _tell_growth(measured: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of size and operations; none if one of the programs is missing."""
    return tuple(measured) if len(measured) == SIZES else ()


def _read_program(frame: Frame, at: int) -> tuple[ProgramEvidence, Value]:
    try:
        evidence = ProgramEvidence.model_validate(frame.header)
        template = ValueReader(b"").read(evidence.results)
    except (ValidationError, ProtocolError) as error:
        raise ForgedFrameError(str(error)) from error
    if evidence.index != at or len(evidence.keys) > MAX_RESULTS or (evidence.error is None and not frame.payload):
        raise ForgedFrameError("programs came out of order")
    return evidence, template


def _public(value: Value) -> Value:
    """Return an argument as the referee reads it: functions are passed by name, and their seeds separately."""
    return Body(value.name) if isinstance(value, Body) else value
