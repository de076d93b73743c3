"""Runs the reference in sandboxes, for its answers to a problem's cases."""

from __future__ import annotations

import math
import secrets
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError

from grader.bundle.contents import Case, CaseCall, decode_cases, encode_bundle
from grader.errors import PublishRefusedError
from grader.grading.conversation import Conversation, ForgedFrameError, LoadFailedError
from grader.judge.checks import CHECKS
from grader.judge.compare import same_bits, to_numpy
from grader.judge.evidence import CaseEvidence
from grader.package.specs import Checks
from grader.package.specs.signature import find_argument_mismatch, find_mismatch
from grader.protocol import Array, ProtocolError, Value, ValueReader
from grader.publishing.cancellation import find_scales, move_arguments
from grader.publishing.cases import make_cases, name_call
from grader.publishing.earlier_checks import digest_judged
from grader.publishing.findings import refuse, tell, tell_ended, tell_failure
from grader.publishing.sealing import answer_sealed
from grader.publishing.second_try import tried_twice
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.bundle.contents import Bundle, Manifest
    from grader.package.files import Package
    from grader.protocol import Frame
    from grader.publishing.context import PublishContext


def _check_result(package: Package, case: Case, call: CaseCall, output: Value) -> None:
    """Refuse a reference whose return value contradicts the signature."""
    types = {parameter.name: parameter.type for parameter in package.problem.parameters}
    sizes: dict[str, int] = {}
    find_argument_mismatch(types, call.args, sizes)
    wrong = find_mismatch(package.problem.returns.type, output, sizes, given=False)
    if wrong is not None:
        raise refuse(package, f"reference.py returns {wrong}, on case {name_call(case, call)}")


def add_expected(context: PublishContext, draft: Bundle) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Run the reference on every case twice, and once with moved arguments; return the cases with its outputs."""
    parts = ("answers", digest_judged(draft), context.package.reference)
    kept = context.recall(*parts)
    if kept is not None:
        samples, pool, _ = decode_cases(kept)
        return samples, pool
    samples, pool = _answer(context, draft)
    context.keep(encode_bundle(replace(draft, samples=samples, pool=pool, warm=()))[1], *parts)
    return samples, pool


def _answer(context: PublishContext, draft: Bundle) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    if context.package.problem.checks.sealed is None:
        answered = _answer_in_process(context, draft, (*draft.samples, *draft.pool))
        return answered[: len(draft.samples)], answered[len(draft.samples) :]
    return _answer_in_process(context, draft, draft.samples), _answer_by_program(context, draft, draft.pool)


def _answer_in_process(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return cases with the reference's answers: from two runs in two sandboxes, and one with moved arguments.

    If a proof says that two runs give the same, there is only one run.
    """
    if context.proof is not None:
        first, moved = _run_once(context, draft, cases)
        second = first
    else:
        elsewhere = context.executor.submit(_run_on_moved_arguments, context, draft, cases)
        first, second = context.executor.map(lambda _: _run_reference(context, draft, cases), range(2))
        moved = elsewhere.result()
    return tuple(starmap(partial(_fill_in, context.package), zip(cases, first, second, moved, strict=True)))


def _answer_by_program(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> tuple[Case, ...]:
    """Return hidden cases of a sealed problem with the outputs of the reference's exported programs.

    The programs are made and run as those of a submission. No sandbox runs the reference on these cases in Python.
    """
    moves = [move_arguments(case) for case in cases] if _asks_for_moved(context.package.problem.checks) else None
    answered = []
    for case, answer in zip(cases, answer_sealed(context, draft, cases, moves), strict=True):
        nothing: list[dict[str, Value]] = [{} for _ in case.calls]
        first = Answer(answer.outputs, nothing, nothing, answer.studies)
        again = Answer(answer.again, nothing, nothing, {})
        answered.append(_fill_in(context.package, case, first, again, answer.moved))
    return tuple(answered)


def _fill_in(package: Package, case: Case, answer: Answer, again: Answer, moved: Sequence[Value]) -> Case:
    """Return a case with the reference's answer; refuse an answer with which submissions can't be compared.

    `again` is its answer in a second sandbox, and `moved` its output of each call for moved arguments.
    """
    if not all(map(same_bits, (*answer.outputs, *answer.final), (*again.outputs, *again.final))):
        told = f"reference.py: the reference is not deterministic on case {case.name}: two runs differ"
        raise refuse(package, f"{told}; take random numbers from the arguments, such as a key")
    values = package.problem.checks.values
    if (values is None or values.nans == "never") and not all(map(_is_finite, answer.outputs)):
        told = f"reference.py: the reference returns a NaN or an infinity on case {case.name}"
        raise refuse(package, f"{told}, and problem.yaml, checks.values.nans, is `never`; fix it, or the case")
    for call, output in zip(case.calls, answer.outputs, strict=True):
        _check_result(package, case, call, output)
    calls = [
        CaseCall(call.label, call.args, output, call.traces, final, initial, find_scales(output, other))
        for call, output, final, initial, other in zip(
            case.calls, answer.outputs, answer.final, answer.initial, moved, strict=True
        )
    ]
    return Case(case.name, case.label, tuple(calls), answer.studies)


def make_fresh(context: PublishContext, draft: Bundle) -> tuple[Case, ...]:
    """Return cases from a fresh seed, as many as a submission gets. Accepted solutions must pass these too.

    A check keeps them for the next one: to answer them takes most of the time after a change of an accepted solution.
    """
    parts = ("fresh", digest_judged(draft), context.package.cases, context.package.reference)
    kept = context.recall(*parts)
    if kept is not None:
        return tuple(decode_cases(kept)[1])
    _, pool = make_cases(context, secrets.token_hex(32))
    few = pool[: context.package.problem.pool.count(len(pool))]
    sealed = context.package.problem.checks.sealed is not None
    fresh = _answer_by_program(context, draft, few) if sealed else _answer_in_process(context, draft, few)
    context.keep(encode_bundle(replace(draft, samples=(), pool=fresh, warm=()))[1], *parts)
    return fresh


@dataclass(frozen=True)
class Answer:
    """The reference's answer to a case: its output for each call, and the results of the studies.

    `final` and `initial` hold, for each call, the given models after and before it, by parameter.
    """

    outputs: list[Value]
    final: list[dict[str, Value]]
    initial: list[dict[str, Value]]
    studies: dict[str, Value]


@tried_twice
def _run_reference(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> list[Answer]:
    """Return the reference's answer to each case."""
    with _refusing(context, draft), context.grader.pool.lend() as spare:
        return _read_answers(context, draft, Conversation(spare), cases)


@tried_twice
def _run_once(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> tuple[list[Answer], list[list[Value]]]:
    """Return the reference's answer to each case, and its output of each call with moved arguments, from one sandbox.

    The second half of the run reuses the programs that the first half compiled.
    """
    with _refusing(context, draft), context.grader.pool.lend() as spare:
        conversation = Conversation(spare)
        answers = _read_answers(context, draft, conversation, cases)
        if not _asks_for_moved(draft.manifest.checks):
            return answers, _unknown(cases)
        more = conversation.run_more(_unwatched(draft), [move_arguments(case) for case in cases])
        try:
            moved = [_read_calls(context.package, case, frame)[1] for case, frame in zip(cases, more, strict=False)]
        except (PublishRefusedError, SandboxEnded):
            return answers, _unknown(cases)
        return answers, moved


def _read_answers(
    context: PublishContext, draft: Bundle, conversation: Conversation, cases: Sequence[Case]
) -> list[Answer]:
    package = context.package
    frames = conversation.run_cases(package.reference, draft.manifest, cases, bundle=draft.digest, reference=True)
    return [  # frames come first in `zip`, so that its last step receives DONE
        _read_answer(package, case, frame) for frame, case in zip(frames, cases, strict=False)
    ]


@contextmanager
def _refusing(context: PublishContext, draft: Bundle) -> Iterator[None]:
    """Raise `PublishRefusedError` if the reference doesn't run."""
    package = context.package
    try:
        yield
    except LoadFailedError as failed:
        told = tell_failure(package, failed.failure, package.reference)
        raise refuse(package, f"reference.py can't be used: {told}") from failed
    except SandboxEnded as ended:
        seconds = draft.manifest.limits.time_s
        raise refuse(package, tell_ended(package, "reference.py", ended.outcome, seconds)) from ended
    except (ForgedFrameError, ProtocolError, ValidationError) as error:
        raise refuse(package, f"reference.py disturbed the grader: {error}") from error


def _read_answer(package: Package, case: Case, frame: Frame) -> Answer:
    """Return the reference's answer from its CASE frame; refuse an answer with which nothing could be compared."""
    evidence, outputs, reader = _read_calls(package, case, frame)
    finals = [call.final.values if call.final is not None else {} for call in evidence.calls]
    initials = [call.final.initial if call.final is not None else {} for call in evidence.calls]
    final, initial = (
        [{name: reader.read(node) for name, node in of.items()} for of in models] for models in (finals, initials)
    )
    lost = next((name for of in final for name, model in of.items() if not isinstance(model, dict)), None)
    if lost is not None:
        raise refuse(package, f"reference.py on case {case.name}: `{lost}` is not a model that can be compared")
    return Answer(outputs, final, initial, _read_studies(package, case, evidence, reader))


def _read_calls(package: Package, case: Case, frame: Frame) -> tuple[CaseEvidence, list[Value], ValueReader]:
    """Return a CASE frame's evidence, the output of each call, and the reader for the rest; refuse an exception."""
    evidence = CaseEvidence.model_validate(frame.header)
    if evidence.error is not None:
        raise refuse(package, f"reference.py raised on case {case.name}: {tell(evidence.error)}")
    bad = next((call.unsendable for call in evidence.calls if call.unsendable is not None), None)
    if bad is not None:
        raise refuse(package, f"reference.py on case {case.name}: {bad}")
    reader = ValueReader(frame.payload)
    return evidence, [reader.read(call.output) for call in evidence.calls], reader


def answer_with(context: PublishContext, draft: Bundle, source: str, cases: Sequence[Case]) -> list[list[Value]]:
    """Return the output of a source for each call of each case; raise `PublishRefusedError` if it can't be run."""
    instead = replace(context, package=replace(context.package, reference=source))
    return [answer.outputs for answer in _run_reference(instead, draft, cases)]


def _run_on_moved_arguments(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> list[list[Value]]:
    """Return the reference's output for each call, with arguments moved by one eps; None for calls without one.

    No check examines the reference in this run. The reference is allowed to refuse moved arguments.
    """
    if not _asks_for_moved(draft.manifest.checks):
        return _unknown(cases)
    try:
        moved = [move_arguments(case) for case in cases]
        answers = _run_reference(context, replace(draft, manifest=_unwatched(draft)), moved)
    except PublishRefusedError:
        return _unknown(cases)
    return [answer.outputs for answer in answers]


def _unknown(cases: Sequence[Case]) -> list[list[Value]]:
    return [[None] * len(case.calls) for case in cases]


def _unwatched(draft: Bundle) -> Manifest:
    return draft.manifest.model_copy(update={"checks": Checks(sharding=draft.manifest.checks.sharding)})


def _asks_for_moved(checks: Checks) -> bool:
    return checks.values is not None and checks.values.cancellation != "refuse"


def _read_studies(package: Package, case: Case, evidence: CaseEvidence, reader: ValueReader) -> dict[str, Value]:
    """Return what the studies found in the reference; refuse it if a check would have nothing to compare with."""
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
