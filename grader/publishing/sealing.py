"""Runs the reference's exported programs at publishing, for the hidden cases of a sealed problem.

The reference is treated like a submission: its programs are exported without values, and the referee runs them. That
shows that sealed cases can be judged at all. Each case keeps what submissions are compared with: the library functions
that its programs call, their cost, and the derivatives, with the weights by which they are taken.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np

from grader.grading.conversation import Conversation, ForgedFrameError, LoadFailedError
from grader.grading.sealing import Referee, RefereeEndedError, run_sealed
from grader.judge.compare import flatten, is_inexact, to_numpy
from grader.judge.sealing import study_cost, study_gradients
from grader.protocol import Array, ProtocolError, Value
from grader.publishing.findings import refuse, tell, tell_failure
from grader.publishing.second_try import tried_twice
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.bundle.contents import Bundle, Case, CaseCall
    from grader.judge.sealing import Ran, SealedCase
    from grader.package.files import Package
    from grader.package.specs.gradients import GradientsSpec
    from grader.publishing.context import PublishContext

ADVICE = (
    "problem.yaml, checks.sealed: the reference itself can't be judged by its program. Write "
    "reference.py so that `jax.export` takes it, or take `sealed` out"
)

TWO_ROWS: Final = 2
"""The number of rows of weights of which none is set to zero, so that some cases with few rows have no zeros."""


@dataclass(frozen=True)
class SealedAnswer:
    """The answer of the reference's programs to a case: one output for each call, from three runs."""

    outputs: list[Value]
    again: list[Value]
    """The outputs of programs that another sandbox exported."""
    moved: list[Value]
    """The outputs for arguments that are moved by one eps; None for each call if they weren't requested."""
    studies: dict[str, Value]


def answer_sealed(
    context: PublishContext, draft: Bundle, cases: Sequence[Case], moved: Sequence[Case] | None
) -> list[SealedAnswer]:
    """Return the answers of the reference's programs to hidden cases, and to `moved` ones; refuse if there are none.

    Derivatives are taken with weights that depend on the outputs, so they need a second run. Without derivatives, a
    proof that two runs give the same makes the second run unnecessary.
    """
    package = context.package
    every = [replace(case, studies={}) for case in (*cases, *(moved or ()))]
    ran_all = _run(context, draft, every)
    outputs = [_read_outputs(package, *one) for one in zip(every, ran_all, strict=True)]
    first, others = outputs[: len(cases)], outputs[len(cases) :] or [[None] * len(case.calls) for case in cases]
    seeded = [add_seeds(package, case, given) for case, given in zip(cases, first, strict=True)]
    once = context.proof is not None and package.problem.checks.gradients is None
    ran_again = ran_all[: len(cases)] if once else _run(context, draft, seeded)
    found = zip(seeded, ran_again, first, others, strict=True)
    return [
        SealedAnswer(given, _read_outputs(package, case, ran), other, _study(package, case, ran))
        for case, ran, given, other in found
    ]


@tried_twice
def _run(context: PublishContext, draft: Bundle, cases: Sequence[Case]) -> list[SealedCase]:
    """Return the results of the reference's programs for cases, using two fresh sandboxes."""
    package, pool = context.package, context.grader.pool
    taken = [pool.take(), pool.take()]
    try:
        conversation = Conversation(taken[0])
        referee = Referee(taken[1], replace(draft, pool=tuple(cases)), any_custom_call=True)
        asked = conversation.run_cases(
            package.reference, draft.manifest, draft.samples[:1], bundle=draft.digest, reference=True
        )
        list(asked)
        return list(run_sealed(draft, cases, conversation, referee))
    except LoadFailedError as failed:
        told = tell_failure(package, failed.failure, package.reference)
        raise refuse(package, f"reference.py can't be used: {told}") from failed
    except (SandboxEnded, RefereeEndedError) as ended:
        raise refuse(package, f"{ADVICE}: its sandbox ended ({ended.outcome})") from ended
    except (ForgedFrameError, ProtocolError) as error:
        raise refuse(package, f"reference.py disturbed the grader: {error}") from error
    finally:
        for spare in taken:
            pool.discard(spare)


def _read_outputs(package: Package, case: Case, answer: SealedCase) -> list[Value]:
    """Return the output of each call; refuse the reference if a program can't be made or judged."""
    for ran in (*answer.ran, *answer.derived):
        if ran.error is not None:
            raise refuse(package, f"{ADVICE}: case {case.name}: {tell(ran.error)}")
        if ran.refused is not None:
            raise refuse(package, f"{ADVICE}: case {case.name}: {ran.refused.code} {ran.refused.detail}")
    return [ran.output for ran in answer.ran]


def add_seeds(package: Package, case: Case, outputs: Sequence[Value]) -> Case:
    """Return a case with weights and a direction for the derivatives of each call, if derivatives are checked.

    Their magnitudes are 0.5 to 1.5, with either sign; the weights are multiplied by the call's scale. They are drawn
    from a seed that only this installation knows: a digest of the case's values.
    """
    spec, kept = package.problem.checks.gradients, dict[str, Value](custom_calls=[])
    if spec is not None:
        kept["seeds"] = [
            _draw_seeds(call, output, spec, spec.scale_of(index))
            for index, (call, output) in enumerate(zip(case.calls, outputs, strict=True))
        ]
    return replace(case, studies={"sealed": kept})


def _draw_seeds(call: CaseCall, output: Value, spec: GradientsSpec, scale: float) -> Value:
    told = repr((call.args, output)).encode()
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256(told).digest()))

    def draw(value: Value, scale: float = 1.0) -> Value:
        match value:
            case Array():
                drawn = scale * rng.uniform(0.5, 1.5, value.shape) * rng.choice((-1, 1), value.shape)
                return Array(value.dtype, value.shape, drawn.astype(to_numpy(value).dtype).tobytes())
            case list():
                return [draw(item) for item in value]
            case tuple():
                return tuple(draw(item) for item in value)
            case dict():
                return {name: draw(item) for name, item in value.items()}
        return value

    weights: list[Value] = [draw(array, scale) for array in flatten(output) if is_inexact(array)]
    if spec.zero_rows:
        weights = [_clear_row(weight, rng) for weight in weights]
    return (weights, [draw(call.args[name]) for name in spec.wrt])


def _clear_row(value: Value, rng: np.random.Generator) -> Value:
    """Return weights with a random row set to zero, as for outputs that a loss doesn't use: of two rows, none."""
    if not isinstance(value, Array) or len(value.shape) < 2 or value.shape[0] in {0, TWO_ROWS}:  # noqa: PLR2004 - a matrix
        return value
    cleared = to_numpy(value).copy()
    cleared[rng.integers(value.shape[0])] = 0
    return Array(value.dtype, value.shape, cleared.tobytes())


def _study(package: Package, case: Case, answer: SealedCase) -> dict[str, Value]:
    """Return the properties of a case's programs with which submissions are compared."""
    studies, kept = dict(case.studies), case.studies["sealed"]
    calls = sorted(_calls_in((*answer.ran, *answer.derived)))
    studies["sealed"] = {**kept, "custom_calls": list(calls)} if isinstance(kept, dict) else None
    if package.problem.checks.cost is not None:
        cost = study_cost(answer.ran)
        if cost.found is None:
            told = f"case {case.name}: the reference has a loop of unknown length, so its cost can't be known"
            raise refuse(package, f"problem.yaml, checks.cost: {told}; give it a known length, or take `cost` out")
        studies["cost"] = cost.found
    if answer.derived:
        studies["gradients"] = study_gradients(answer.derived).found
    return studies


def _calls_in(programs: Sequence[Ran]) -> set[str]:
    return {call for ran in programs if ran.facts is not None for call in ran.facts.custom_calls}
