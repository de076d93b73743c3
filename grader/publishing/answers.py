"""A problem's cases, and the reference's answers to them. Generator and reference run in sandboxes."""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import secrets
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError

from grader.bundle.bodies import defined_in, named_by
from grader.bundle.contents import Case, CaseCall, decode_cases, encode_bundle
from grader.errors import PublishRefusedError
from grader.grading.conversation import Conversation, ForgedFrameError, LoadFailedError
from grader.judge.checks import CHECKS
from grader.judge.compare import describe, same_bits, to_numpy
from grader.judge.evidence import CaseEvidence
from grader.package.files import BODIES
from grader.package.specs import Checks
from grader.package.specs.signature import find_argument_mismatch, find_mismatch
from grader.package.specs.sizes import names_in, sizes_of
from grader.protocol import Array, Body, Build, Make, ProtocolError, Value, ValueReader
from grader.publishing.cancellation import find_scales, move_arguments
from grader.publishing.earlier_checks import digest_judged
from grader.publishing.findings import refuse, tell, tell_failure
from grader.publishing.sealing import answer_sealed
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Bundle
    from grader.package.files import Package, ProblemFile
    from grader.protocol import Frame
    from grader.publishing.context import PublishContext

GENERATOR_SECONDS = 60.0
MAX_CASES = 500
NAME = re.compile(r"[A-Za-z_]\w*")


def seed_of(package: Package, secret: bytes, draw: int = 0) -> str:
    """Return the seed of an installation's hidden cases, as hexadecimal digits; another one for each `draw`."""
    drawn = f":{draw}" if draw else ""
    return hmac.new(secret, f"pool:{package.problem.uuid}{drawn}".encode(), hashlib.sha256).hexdigest()


def make_cases(context: PublishContext, seed: str) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Run `cases.py` in two sandboxes with the same hexadecimal seed; return its cases, without expected outputs."""
    package, grader = context.package, context.grader
    made: list[Frame] = []
    for _ in range(2):
        try:
            with grader.pool.lend() as spare:
                made.append(Conversation(spare).generate(package.cases, seed, GENERATOR_SECONDS))
        except LoadFailedError as failed:
            raise refuse(package, f"cases.py failed: {tell(failed.failure.error)}") from failed
        except SandboxEnded as ended:
            raise refuse(package, f"cases.py ended its sandbox ({ended.outcome})") from ended
    if made[0] != made[1]:
        raise refuse(package, "cases.py made different cases in a second run: take random numbers from `rng` only")
    try:
        samples, pool = (_read_cases(made[0], key) for key in ("samples", "pool"))
    except (ProtocolError, KeyError, TypeError, ValueError) as error:
        raise refuse(package, f"cases.py returned something that is not a list of cases: {error}") from error
    _check_cases(package, samples, pool)
    if package.problem.checks.sealed is not None:
        pool = tuple(_vary_bodies(case, seed) for case in pool)
    return samples, pool


def _check_cases(package: Package, samples: Sequence[Case], pool: Sequence[Case]) -> None:
    """Refuse cases that are too few, lack a name or an argument, or hold what the problem's files don't say."""
    names = [case.name for case in (*samples, *pool)]
    parameters = [parameter.name for parameter in package.problem.parameters]
    if not samples or len(pool) < package.problem.pool.draw:
        draw = package.problem.pool.draw
        raise refuse(package, f"at least 1 sample and {draw} pool cases are needed, got {len(samples)} and {len(pool)}")
    if len(names) > MAX_CASES or len(set(names)) != len(names):
        raise refuse(package, f"case names must differ, and at most {MAX_CASES} cases are allowed")
    for case in (*samples, *pool):
        if not case.calls or any(list(call.args) != parameters for call in case.calls):
            raise refuse(package, f"case {case.name}: each call needs exactly the arguments {', '.join(parameters)}")
    for check in (_check_bodies, _check_arguments, _check_sizes):
        check(package, (*samples, *pool))


def _vary_bodies(case: Case, seed: str) -> Case:
    """Return a hidden case of a sealed problem with a seed for each function that it hands over: one for each name."""

    def vary(value: Value) -> Value:
        if not isinstance(value, Body):
            return value
        drawn = hmac.new(bytes.fromhex(seed), f"body:{value.name}".encode(), hashlib.sha256).digest()
        return Body(value.name, int.from_bytes(drawn[:6]))

    calls = [replace(call, args={name: vary(value) for name, value in call.args.items()}) for call in case.calls]
    return replace(case, calls=tuple(calls))


def _check_bodies(package: Package, cases: Sequence[Case]) -> None:
    """Refuse a case that names a function which `bodies.py` does not define."""
    try:
        defined = defined_in(package.bodies)
    except (SyntaxError, ValueError) as error:
        raise refuse(package, f"{BODIES} is not valid Python: {error}") from error
    for case in cases:
        missing = named_by(case) - defined
        if missing:
            raise refuse(package, f"case {case.name}: {BODIES} does not define {', '.join(sorted(missing))}")


def _check_arguments(package: Package, cases: Sequence[Case]) -> None:
    """Refuse arguments that aren't what the signature says of them."""
    types = {parameter.name: parameter.type for parameter in package.problem.parameters}
    for case in cases:
        for call in case.calls:
            wrong = find_argument_mismatch(types, call.args, {})
            if wrong is not None:
                raise refuse(package, f"cases.py, case {_name_call(case, call)}: {wrong}")


def _check_result(package: Package, case: Case, call: CaseCall, output: Value) -> None:
    """Refuse a reference that returns something else than the signature says."""
    types = {parameter.name: parameter.type for parameter in package.problem.parameters}
    sizes: dict[str, int] = {}
    find_argument_mismatch(types, call.args, sizes)
    wrong = find_mismatch(package.problem.returns.type, output, sizes, given=False)
    if wrong is not None:
        raise refuse(package, f"solutions/reference.py returns {wrong}, on case {_name_call(case, call)}")


def _name_call(case: Case, call: CaseCall) -> str:
    return f"{case.name}, {call.label}" if call.label else case.name


def _check_sizes(package: Package, cases: Sequence[Case]) -> None:
    """Refuse a size of a check that a case's last call doesn't determine: programs are examined for that call."""
    types = {parameter.name: parameter.type for parameter in package.problem.parameters}
    for key, size in package.problem.checks.sizes().items():
        for case in cases:
            sizes = sizes_of(types, case.calls[-1].args)
            missing = next((name for name in names_in(size) if name not in sizes), None)
            if missing is not None:
                lacks = f"the arguments of the last call of case {case.name} have no size {missing!r}"
                advice = "give each array the axes that its parameter's type names, or write another size"
                raise refuse(package, f"problem.yaml, {key}: `{size}` can't be told, since {lacks}; {advice}")


def _read_cases(frame: Frame, key: str) -> tuple[Case, ...]:
    reader = ValueReader(frame.payload)
    listed = frame.header[key]
    if not isinstance(listed, list):
        raise TypeError(f"{key} is not a list")
    cases = []
    for node in listed:
        calls = []
        for call in node["calls"]:
            args = {str(name): reader.read(value) for name, value in call["args"].items()}
            allowed = (int(call["traces"][0]), int(call["traces"][1])) if call["traces"] is not None else None
            calls.append(CaseCall(str(call["label"])[:200], args, None, allowed))
        cases.append(Case(str(node["name"])[:80], str(node["label"])[:200], tuple(calls)))
    return tuple(cases)


def add_expected(context: PublishContext, draft: Bundle) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Run the reference twice on every case, and once on moved arguments; return the cases with its outputs."""
    parts = ("answers", digest_judged(draft), context.package.reference)
    kept = context.recall(*parts)
    if kept is not None:
        samples, pool, _ = decode_cases(kept)
        return samples, pool
    samples, pool = _answer(context, draft)
    context.keep(encode_bundle(replace(draft, samples=samples, pool=pool, warm=()))[1], *parts)
    return samples, pool


def _answer(context: PublishContext, draft: Bundle) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    package, cases = context.package, (*draft.samples, *draft.pool)
    elsewhere = context.executor.submit(_run_on_moved_arguments, context, draft, cases)
    first, second = context.executor.map(lambda _: _run_reference(context, draft, cases), range(2))
    done = []
    for case, answer, again, moved in zip(cases, first, second, elsewhere.result(), strict=True):
        outputs = answer.outputs
        if not all(map(same_bits, (*outputs, *answer.final), (*again.outputs, *again.final))):
            raise refuse(package, f"the reference is not deterministic on case {case.name}")
        values = package.problem.checks.values
        if (values is None or values.nans == "never") and not all(map(_is_finite, outputs)):
            told = f"the reference returns a NaN or an infinity on case {case.name}, and checks.values.nans is `never`"
            raise refuse(package, told)
        for call, output in zip(case.calls, outputs, strict=True):
            _check_result(package, case, call, output)
        calls = [
            CaseCall(call.label, call.args, output, call.traces, final, initial, find_scales(output, other))
            for call, output, final, initial, other in zip(
                case.calls, outputs, answer.final, answer.initial, moved, strict=True
            )
        ]
        done.append(Case(case.name, case.label, tuple(calls), answer.studies))
    samples, pool = tuple(done[: len(draft.samples)]), tuple(done[len(draft.samples) :])
    if package.problem.checks.sealed is not None:
        pool = answer_sealed(package, draft, pool, context.grader)
    return samples, pool


def one_of_each_program(cases: tuple[Case, ...], problem: ProblemFile) -> tuple[Case, ...]:
    """Return the cases that may need a compiled program which no earlier case needs.

    Arguments of a call differ in kind, shape or dtype, or in a value that a program may be made for: an int, a bool, a
    string, and a float that determines a shape in the signature, as `features` in `float32[N * features]`. Other floats
    are data.
    """
    shapes = " ".join([problem.returns.type, *(parameter.type for parameter in problem.parameters)])
    sizes = set(NAME.findall(shapes))
    kept, seen = [], set[str]()
    for case in cases:
        kinds = {
            repr([value if name in sizes else _kind_of(value) for name, value in call.args.items()])
            for call in case.calls
        }
        if not kinds <= seen:
            kept.append(case)
        seen |= kinds
    return tuple(kept)


def _kind_of(value: Value) -> object:
    match value:
        case list() | tuple():
            return [_kind_of(child) for child in value]
        case dict():
            return {key: _kind_of(child) for key, child in value.items()}
        case Make() | Build():
            return value.name, _kind_of(value.fields)
        case bool() | int() | str():
            return value
    return describe(value)


def make_fresh(context: PublishContext, draft: Bundle) -> tuple[Case, ...]:
    """Return cases of a fresh seed, as many as a submission draws. Accepted solutions must pass these, too."""
    _, pool = make_cases(context, secrets.token_hex(32))
    _, fresh = add_expected(context, replace(draft, samples=(), pool=pool[: context.package.problem.pool.draw]))
    return fresh


@dataclass(frozen=True)
class Answer:
    """What the reference does with a case: its output of each call, and what the studies found.

    `final` and `initial` are, for each call, what the models given are after it and before, by parameter.
    """

    outputs: list[Value]
    final: list[dict[str, Value]]
    initial: list[dict[str, Value]]
    studies: dict[str, Value]


def _run_reference(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> list[Answer]:
    """Return the reference's answer to each case."""
    package = context.package
    try:
        with context.grader.pool.lend() as spare:
            frames = Conversation(spare).run_cases(
                package.reference, draft.manifest, cases, bundle=draft.digest, reference=True
            )
            return [  # frames first: the last step receives DONE
                _read_answer(package, case, frame) for frame, case in zip(frames, cases, strict=False)
            ]
    except LoadFailedError as failed:
        raise refuse(package, f"reference.py can't be used: {tell_failure(failed.failure)}") from failed
    except SandboxEnded as ended:
        raise refuse(package, f"reference.py ended its sandbox ({ended.outcome})") from ended
    except (ForgedFrameError, ProtocolError, ValidationError) as error:
        raise refuse(package, f"reference.py disturbed the grader: {error}") from error


def _read_answer(package: Package, case: Case, frame: Frame) -> Answer:
    """Return the reference's answer from its CASE frame; refuse one that nothing could be compared with."""
    evidence = CaseEvidence.model_validate(frame.header)
    if evidence.error is not None:
        raise refuse(package, f"reference.py raised on case {case.name}: {tell(evidence.error)}")
    bad = next((call.unsendable for call in evidence.calls if call.unsendable is not None), None)
    if bad is not None:
        raise refuse(package, f"reference.py on case {case.name}: {bad}")
    reader = ValueReader(frame.payload)
    outputs = [reader.read(call.output) for call in evidence.calls]
    finals = [call.final.values if call.final is not None else {} for call in evidence.calls]
    initials = [call.final.initial if call.final is not None else {} for call in evidence.calls]
    final, initial = (
        [{name: reader.read(node) for name, node in of.items()} for of in models] for models in (finals, initials)
    )
    lost = next((name for of in final for name, model in of.items() if not isinstance(model, dict)), None)
    if lost is not None:
        raise refuse(package, f"reference.py on case {case.name}: `{lost}` is not a model that can be compared")
    return Answer(outputs, final, initial, _read_studies(package, case, evidence, reader))


def _run_on_moved_arguments(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> list[list[Value]]:
    """Return the reference's output of each call, the arguments moved by one eps; None of a call that isn't known.

    No check looks into the reference meanwhile. A reference that refuses moved arguments may do so.
    """
    asked = draft.manifest.checks
    unknown: list[list[Value]] = [[None] * len(case.calls) for case in cases]
    if asked.values is None or asked.values.cancellation == "refuse":
        return unknown
    unwatched = draft.manifest.model_copy(update={"checks": Checks(sharding=asked.sharding)})
    try:
        moved = [move_arguments(case) for case in cases]
        answers = _run_reference(context, replace(draft, manifest=unwatched), moved)
    except PublishRefusedError:
        return unknown
    return [answer.outputs for answer in answers]


def _read_studies(package: Package, case: Case, evidence: CaseEvidence, reader: ValueReader) -> dict[str, Value]:
    """Return what the studies found in the reference; refuse where a check would have nothing to compare with."""
    found = {}
    for name, study in evidence.studies.items():
        if CHECKS[name].needs_reference and (study.error is not None or study.found is None):
            why = tell(study.error) if study.error is not None else "nothing was found"
            raise refuse(package, f"the check {name} can't be made on reference.py, case {case.name}: {why}")
        if study.error is None:
            found[name] = reader.read(study.found)
    return found


def _is_finite(value: Value) -> bool:
    if isinstance(value, Array):
        array = to_numpy(value)
        return array.dtype.kind not in "fcV" or bool(np.isfinite(array.astype(np.complex128)).all())
    if isinstance(value, list | tuple):
        return all(_is_finite(item) for item in value)
    if isinstance(value, dict):
        return all(_is_finite(item) for item in value.values())
    return not isinstance(value, float) or math.isfinite(value)
