"""Makes a problem's cases by running its generator in sandboxes, and refuses cases that don't fit its files."""

from __future__ import annotations

import hashlib
import hmac
import io
import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.bundle.bodies import defined_in, named_by
from grader.bundle.contents import Case, CaseCall
from grader.grading.conversation import Conversation, LoadFailedError
from grader.judge.compare import describe
from grader.package.files import BODIES
from grader.package.specs.signature import find_argument_mismatch
from grader.package.specs.sizes import names_in, sizes_of
from grader.protocol import Body, Build, Make, ProtocolError, Value, ValueReader, encode_frame, read_frame
from grader.publishing.findings import refuse, tell
from grader.publishing.second_try import tried_twice
from grader.sandbox.process import SandboxEnded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.package.files import Package, ProblemFile
    from grader.protocol import Frame
    from grader.publishing.context import PublishContext

GENERATOR_SECONDS = 60.0
PUBLIC_SEED = "5eed"
MAX_CASES = 500
NAME = re.compile(r"[A-Za-z_]\w*")


def seed_of(package: Package, secret: bytes, draw: int = 0) -> str:
    """Return the seed of an installation's hidden cases, as hexadecimal digits, different for each `draw`."""
    drawn = f":{draw}" if draw else ""
    return hmac.new(secret, f"pool:{package.problem.uuid}{drawn}".encode(), hashlib.sha256).hexdigest()


def make_cases(context: PublishContext, seed: str) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Run `cases.py` in two sandboxes with the same hexadecimal seed; return its cases, without expected outputs.

    It doesn't run if an earlier check kept the cases of the same file and seed.
    """
    package, parts = context.package, ("cases", context.package.cases, seed)
    kept = context.recall(*parts)
    try:
        frame = _generate_twice(context, seed) if kept is None else read_frame(io.BytesIO(kept).read)
        samples, pool = (_read_cases(frame, key) for key in ("samples", "pool"))
    except (ProtocolError, LookupError, TypeError, ValueError) as error:
        raise refuse(package, f"cases.py returned something that is not a list of cases: {error}") from error
    _check_cases(package, samples, pool)
    if kept is None:
        context.keep(encode_frame(frame), *parts)
    if package.problem.checks.sealed is not None:
        pool = tuple(_vary_bodies(case, seed) for case in pool)
    return samples, pool


def _generate_twice(context: PublishContext, seed: str) -> Frame:
    """Return the frame with the cases, which two runs must agree on."""
    first, second = (_generate(context, seed) for _ in range(2))
    if first != second:
        told = "cases.py made different cases in a second run: take random numbers from `rng` only"
        raise refuse(context.package, told)
    return first


@tried_twice
def _generate(context: PublishContext, seed: str) -> Frame:
    """Run `cases.py` in a sandbox; return the frame with its cases."""
    package = context.package
    try:
        with context.grader.pool.lend() as spare:
            return Conversation(spare).generate(package.cases, seed, GENERATOR_SECONDS)
    except LoadFailedError as failed:
        raise refuse(package, f"cases.py failed: {tell(failed.failure.error)}") from failed
    except SandboxEnded as ended:
        raise refuse(package, f"cases.py ended its sandbox ({ended.outcome})") from ended


def make_public_cases(context: PublishContext) -> tuple[Case, ...]:
    """Return cases from a public seed, one for each program that a sandbox may compile. Sealed cases are left out."""
    problem = context.package.problem
    samples, pool = make_cases(context, PUBLIC_SEED)
    return one_of_each_program((*samples, *(() if problem.checks.sealed is not None else pool)), problem)


def _check_cases(package: Package, samples: Sequence[Case], pool: Sequence[Case]) -> None:
    """Refuse too few cases, cases without a name or an argument, and cases that contradict the problem's files."""
    names, draw = Counter(case.name for case in (*samples, *pool)), package.problem.pool.draw
    if not samples:
        raise refuse(package, "cases.py: `samples()` returns no case; return at least one, which learners see")
    if not pool:
        raise refuse(package, "cases.py: `pool()` returns no case; return at least one, which stays hidden")
    if draw is not None and len(pool) < draw:
        told = f"cases.py: `pool()` returns {len(pool)} of the {draw} cases that problem.yaml, pool.draw, asks for"
        raise refuse(package, f"{told}; return more, or draw fewer")
    if names.total() > MAX_CASES:
        told = f"cases.py: there are {names.total()} cases, and at most {MAX_CASES} are allowed; return fewer"
        raise refuse(package, told)
    name, times = names.most_common(1)[0]
    if times > 1:
        told = f"cases.py: {times} cases are named {name!r}; give each a name of its own, samples and pool together"
        raise refuse(package, told)
    for check in (_check_calls, _check_bodies, _check_arguments, _check_sizes):
        check(package, (*samples, *pool))


def _check_calls(package: Package, cases: Sequence[Case]) -> None:
    """Refuse a case without calls, and a call that lacks an argument or has an unknown one."""
    parameters = [parameter.name for parameter in package.problem.parameters]
    for case in cases:
        if not case.calls:
            raise refuse(package, f"cases.py, case {case.name}: it makes no call; give it at least one `Call`")
        for call in case.calls:
            if list(call.args) != parameters:
                where, given = name_call(case, call), ", ".join(call.args) or "none"
                told = f"cases.py, case {where}: the arguments of a call are those of problem.yaml, parameters"
                raise refuse(package, f"{told}, in that order: {', '.join(parameters)}; this one has {given}")


def _vary_bodies(case: Case, seed: str) -> Case:
    """Return a hidden case of a sealed problem with a seed for each function that it passes: one seed per name."""

    def vary(value: Value) -> Value:
        if not isinstance(value, Body):
            return value
        drawn = hmac.new(bytes.fromhex(seed), f"body:{value.name}".encode(), hashlib.sha256).digest()
        return Body(value.name, int.from_bytes(drawn[:6]))

    calls = [replace(call, args={name: vary(value) for name, value in call.args.items()}) for call in case.calls]
    return replace(case, calls=tuple(calls))


def _check_bodies(package: Package, cases: Sequence[Case]) -> None:
    """Refuse a case that names a function that `bodies.py` doesn't define."""
    try:
        defined = defined_in(package.bodies)
    except (SyntaxError, ValueError) as error:
        raise refuse(package, f"{BODIES} is not valid Python: {error}") from error
    for case in cases:
        missing = named_by(case) - defined
        if missing:
            raise refuse(
                package,
                f"cases.py, case {case.name}: {BODIES} does not define {', '.join(sorted(missing))}; add it there",
            )


def _check_arguments(package: Package, cases: Sequence[Case]) -> None:
    """Refuse arguments that contradict the signature."""
    types = {parameter.name: parameter.type for parameter in package.problem.parameters}
    for case in cases:
        for call in case.calls:
            wrong = find_argument_mismatch(types, call.args, {})
            if wrong is not None:
                raise refuse(package, f"cases.py, case {name_call(case, call)}: {wrong}")


def name_call(case: Case, call: CaseCall) -> str:
    """Return the name of a case with the label of one of its calls."""
    return f"{case.name}, {call.label}" if call.label else case.name


def _check_sizes(package: Package, cases: Sequence[Case]) -> None:
    """Refuse a check's size that a case's last call doesn't determine, since programs are examined for that call."""
    types = {parameter.name: parameter.type for parameter in package.problem.parameters}
    for key, size in package.problem.checks.sizes().items():
        for case in cases:
            sizes = sizes_of(types, case.calls[-1].args)
            missing = next((name for name in names_in(size) if name not in sizes), None)
            if missing is not None:
                lacks = f"the arguments of the last call of case {case.name} have no size {missing!r}"
                advice = "give each array the axes that its parameter's type names, or write another size"
                raise refuse(package, f"problem.yaml, {key}: `{size}` can't be determined, since {lacks}; {advice}")


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


def one_of_each_program(cases: tuple[Case, ...], problem: ProblemFile) -> tuple[Case, ...]:
    """Return the cases that may need a compiled program that no earlier case needs.

    These are cases whose arguments differ in kind, shape or dtype, or in a value that may be compiled in: an int, a
    bool, a string, or a float that determines a shape in the signature, such as `features` in `float32[N * features]`.
    Other floats are data.
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
