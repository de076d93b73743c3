"""Checks of what JAX and NNX did: `jit`, `nnx_state`, `traces`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.judge.checks.view import CallView, CaseView, Check, Code, as_code, failed, passed, times
from grader.judge.compare import leaves
from grader.judge.retrace import LOOPS, explain_retrace
from grader.protocol import Build, Make

if TYPE_CHECKING:
    from pydantic import JsonValue

    from grader.bundle.contents import CaseCall
    from grader.judge.evidence import TraceEvidence, VariableChange, WrapperEvidence
    from grader.judge.retrace import Retrace
    from grader.package.specs.structure import JitSpec, NnxStateSpec, TracesSpec
    from grader.protocol import Value
    from grader.report import CheckResult


MAX_RETRACES = 20
"""The maximum number of unexpected traces of a case that are explained one by one."""
CODES = {
    "eager_loop": "traces.eager_scan",
    "new_function": "traces.jit_inside",
    "static_value": "traces.static_argument",
    "static_identity": "traces.static_argument",
    "static_function": "traces.static_argument",
    "aux_identity": "traces.aux_identity",
}
"""The check's codes, by cause of a trace, for causes that have their own; `data` always has the cause itself."""


def judge_jit(spec: JitSpec, view: CaseView) -> CheckResult:
    """Check that one function made by the wrapper gets the module as an argument and is called as often as asked."""
    for index, call in enumerate(view.calls):
        result = _judge_jit_call(spec, view, index, call)
        if result is not None:
            return result
    name = _called(view.calls[0])[0].name
    return passed("jit", f"`{name}` is made by {spec.wrapper}, takes the model, and is called as often as asked.")


def _judge_jit_call(spec: JitSpec, view: CaseView, index: int, call: CallView) -> CheckResult | None:
    """Return what is wrong with one call. If it found its program in the cache, no layer ran that could be seen."""
    where, modules, called = view.which(index), call.evidence.modules, _called(call)
    found_compiled = index > 0 and called and not call.evidence.traces
    if not modules and not found_compiled:
        message = (
            f"`nnx.{spec.module}` was never called {where}. Build the layer and call it in the jitted function; "
            "a product written by hand skips what this problem is about."
        )
        return failed("jit", "jit.no_module", message)
    advice = (
        f"Put the call of the layer into a function of its own, wrap that in `{spec.wrapper}`, and call what the "
        "wrapper returns."
    )
    if not called and any(module.input_traced for module in modules):
        plain = next((note for note in call.evidence.wrappers if note.kind == "jax.jit"), None)
        why = (
            "`jax.vmap`, `jax.grad` and loops of `jax.lax` trace as well, but don't compile the whole function. "
            f"{advice}"
            if plain is None
            else "`jax.jit` sees a module as a plain pytree, so what the call changes in it is lost; use "
            f"`{spec.wrapper}`."
        )
        message = f"The layer was traced, but not by `{spec.wrapper}` {where}. {why}"
        return failed("jit", "jit.wrong_wrapper", message, plain.line if plain is not None else None)
    if any(not module.input_traced for module in modules):
        wrapped = next((note for note in call.evidence.wrappers if note.kind == spec.wrapper), None)
        if wrapped is not None:
            advice = (
                f"`{wrapped.name}` is wrapped in `{spec.wrapper}`: call what the wrapper returns, call the layer "
                "nowhere else, and don't switch jit off with `jax.disable_jit`."
            )
        message = f"`nnx.{spec.module}` ran eagerly {where}: Python dispatched each operation by itself. {advice}"
        return failed("jit", "jit.not_jitted", message, _first_line(call) if wrapped is None else wrapped.line)
    if any(not module.params_traced for module in modules):
        message = (
            f"The model is not an argument of `{called[0].name}` {where}: the function closes over it, so its "
            "parameters are baked into the compiled program as constants. Pass the model in."
        )
        return failed("jit", "jit.closed_over", message, called[0].defined)
    unusual = next((module.unusual for module in modules if module.unusual), [])
    if spec.defaults and unusual:
        names = ", ".join(f"`{one}`" for one in unusual)
        message = (
            f"`nnx.{spec.module}` was built with {names} {where}, which is not its default. Leave that argument out: "
            "the numbers may be the same now, and won't be once the layer is trained."
        )
        return failed("jit", "jit.not_default", message)
    return _judge_jitted_calls(spec, call, called, where)


def _judge_jitted_calls(spec: JitSpec, call: CallView, called: list[WrapperEvidence], where: str) -> CheckResult | None:
    """Return what is wrong with the wrapped function's calls: how many wrappers and calls, what they do, on what."""
    wanted = int(call.asked.args[spec.calls])  # type: ignore[arg-type]  # the manifest says it is a number
    distinct = {note.number for note in called}
    if len(distinct) > 1:
        message = (
            f"`{called[0].name}` was wrapped {times(len(distinct))} {where}, and each new wrapper was traced and "
            f"compiled again. Wrap once, before the loop, and call that {times(wanted)}."
        )
        return failed("jit", "jit.rewrapped", message, called[-1].line)
    if len(called) != wanted:
        advice = (
            "Call it in a Python loop: calls after the first are cheap, as they find the compiled program."
            if len(called) < wanted
            else "Each call counts, also one before the loop: leave out the extra calls."
        )
        message = (
            f"`{called[0].name}` was called {times(len(called))} {where}; `{spec.calls}` asks for {times(wanted)}."
        )
        message = f"{message} {advice}"
        return failed("jit", "jit.calls", message, called[0].line)
    if call.evidence.other_inputs:
        message = (
            f"`{called[0].name}` was given different arrays in a later call than in its first one {where}. Call it "
            "each time on the same input."
        )
        return failed("jit", "jit.other_input", message, called[0].line)
    if {*call.evidence.idle} & distinct:
        message = (
            f"A call of `{called[0].name}` returned nothing but numbers that it had been given {where}. Each call has "
            "to run the layer."
        )
        return failed("jit", "jit.idle", message, called[0].line)
    if call.evidence.state is not None and call.evidence.state.exchanged:
        message = (
            f"`{called[0].name}` was given a different model in a later call than in its first one {where}. Build the "
            "model once, before the loop, and pass that one each time."
        )
        return failed("jit", "jit.other_model", message, called[0].line)
    return None


def judge_nnx_state(spec: NnxStateSpec, view: CaseView) -> CheckResult:
    """Check that the calls left the model as it was, except for what may or must change."""
    for index, call in enumerate(view.calls):
        where, state = view.which(index), call.evidence.state
        if state is None:
            message = f"No model was given to a function made by nnx.jit {where}, so its state could not be compared."
            return failed("nnx_state", "state.not_seen", message)
        if spec.params == "intact":
            wrong = _judge_params(state.changes, where)
            if wrong is not None:
                return wrong
        if not state.graphdef and spec.graphdef == "same":
            message = (
                f"The model's structure changed {where}, so the next call would miss the cache. Its mode is part of "
                "the structure, and so is everything that isn't an array: put back what `model.eval()` or "
                "`model.train()` has set, and add nothing to the model."
            )
            return failed("nnx_state", "state.graphdef_changed", message)
        free = {*spec.may_change, *spec.must_change}
        if not free and not state.params:
            message = f"The model's parameters changed {where}. A forward pass only reads them."
            return failed("nnx_state", "state.params_changed", message)
        change = next((change for change in state.changes if not free.intersection(change.types)), None)
        if change is not None:
            message = (
                f"`{change.path}`, which is of type {change.types[0]}, was {change.how} {where}. Only variables of "
                f"type {' or '.join(sorted(free))} may change there."
            )
            return failed("nnx_state", "state.params_changed", message)
        changed = {name for change in state.changes if change.how == "changed" for name in change.types}
        still = next((name for name in spec.must_change if name not in changed), None)
        if still is not None:
            message = (
                f"No variable of type {still} changed {where}, but one should have. What `jax.jit` changes, or what is "
                "changed in a copy, is lost with the call: use `nnx.jit` on the model itself, or return the new state "
                "and put it back with `nnx.update`."
            )
            line = next((note.line for note in call.evidence.wrappers if note.kind == "jax.jit"), None)
            return failed("nnx_state", "state.not_changed", message, line)
    if spec.must_change:
        return passed("nnx_state", "Only what should change in the model has changed.")
    return passed("nnx_state", "The model's graphdef and parameters are as they were.")


def _judge_params(changes: list[VariableChange], where: str) -> CheckResult | None:
    """Check that the same paths are parameters as before."""
    params = [change for change in changes if "Param" in change.types]
    lost = next((change for change in params if change.how in ("removed", "replaced")), None)
    if lost is not None:
        message = (
            f"`{lost.path}` is no longer a Param {where}: optimizers and filters won't find it. To give a parameter a "
            f"value, write into it, as in `{as_code(f'model.{lost.path}')}[...] = value`."
        )
        return failed("nnx_state", "state.param_lost", message)
    added = next((change for change in params if change.how == "added"), None)
    if added is not None:
        return failed("nnx_state", "state.param_added", f"`{added.path}` is a Param that was added {where}.")
    return None


def judge_traces(_: TracesSpec, view: CaseView) -> CheckResult:
    """Check that each call was traced as often as the case says."""
    seen = [len(call.evidence.traces) for call in view.calls]
    allowed = [call.asked.traces for call in view.calls]
    lacking = [i for i, (n, may) in enumerate(zip(seen, allowed, strict=True)) if may is not None and n < may[0]]
    found = _explain_surplus(view)
    data: dict[str, JsonValue] = {
        "seen": list(seen),
        "allowed": [list(may) if may is not None else None for may in allowed],
    }
    told = ", ".join(map(str, seen))
    if not found and not lacking:
        words = f"Traced {times(seen[0])}" if len(seen) == 1 else f"Traces per call: {told}"
        return passed("traces", f"{words}, as it should be.", data=data)
    if not any(seen):
        message, line = _explain_never(view)
        return failed("traces", "traces.never", message, line, data=data)
    if not found:
        why = (
            "because something in it sets a different shape. A value that sets a shape must be static (part of the "
            "auxiliary data, not a leaf), and arrays mustn't be padded to more than is asked for"
            if _has_new_shape(view, lacking[0])
            else "although it is given arrays of the same shapes as an earlier call: it asks for other operations, or "
            "for other shapes on the way, and what decides on these must be static. It may be traced in your program, "
            "or an `==` may leave it out"
        )
        message = (
            f"JAX did not trace again {view.which(lacking[0])}, which needs a program of its own, {why}. Traces per "
            f"call: {told}."
        )
        return failed("traces", "traces.too_few", message, data=data)
    data["retraces"] = [_describe_retrace(index, retrace) for index, retrace in found[:MAX_RETRACES]]
    index, retrace = next((pair for pair in found if pair[1].cause.code != "unknown"), found[0])
    often = _tell_how_often(view, index, retrace.function)
    message = f"`{retrace.function}` was traced {often}: {retrace.message}. {retrace.hint} Traces per call: {told}."
    always = all(seen) and not all(may is None or may[1] for may in allowed)
    code = CODES.get(retrace.cause.code, "traces.every_call" if always else "traces.too_many")
    return failed("traces", code, message, retrace.line, data=data)


def _has_new_shape(view: CaseView, index: int) -> bool:
    """Return whether the shapes of the arrays that a call is given and should return are new among the calls so far."""
    mine, *earlier = (_shapes_of(call.asked) for call in reversed(view.calls[: index + 1]))
    return mine not in earlier


def _shapes_of(asked: CaseCall) -> dict[str, tuple[int, ...]]:
    given: dict[str, Value] = {
        name: dict(value.fields) if isinstance(value, Make | Build) else value for name, value in asked.args.items()
    }
    return {path: array.shape for path, array in leaves({"given": given, "expected": asked.expected}).items()}


def _explain_never(view: CaseView) -> tuple[str, int | None]:
    """Return why no function of the file was traced, and the line to look at, such as that of an unused wrapper."""
    segments = (segment for call in view.calls for segment in call.evidence.segments)
    single = next((segment.name for segment in segments if segment.kind == "trace" and segment.name), None)
    also = f" What it did trace, such as `{single}`, are single operations, one program each." if single else ""
    wrapped = next(iter(view.calls[-1].evidence.wrappers), None)
    if wrapped is not None:
        message = (
            f"`{wrapped.name}` is wrapped by `{wrapped.kind}`, but JAX traced no function of this file.{also} Call "
            "what the wrapper returns, not the function that was put in, and don't switch jit off with "
            "`jax.disable_jit`."
        )
        return message, wrapped.line
    message = (
        f"JAX traced no function of this file: each operation of `{view.manifest.entry_point}` ran by itself, and "
        f"nothing was compiled as a whole.{also} Wrap the function that computes in {view.manifest.checks.wrapper}."
    )
    return message, _first_line(view.calls[-1])


def _first_line(call: CallView) -> int | None:
    """Return the first line of the file that ran an operation by itself."""
    return min((one.line for one in call.evidence.operations if one.line is not None), default=None)


def _tell_how_often(view: CaseView, index: int, function: str) -> str:
    """Return how often a function was traced in a call, and how many traces of all functions are enough, in words."""
    names = [[LOOPS.get(trace.name, trace.name) for trace in call.evidence.traces] for call in view.calls]
    allowed = [call.asked.traces for call in view.calls]
    if all(function in traced for traced in names) and not all(may is None or may[1] for may in allowed):
        return "on every call"
    own, may = names[index].count(function) or len(names[index]), allowed[index]
    others = sorted({name for name in names[index] if name != function})
    beside = f", besides {' and '.join(f'`{name}`' for name in others)}" if others and own < len(names[index]) else ""
    enough = "" if may is None else f", where {f'{times(may[1])} is enough' if may[1] else 'no trace is needed'}"
    return f"{times(own)} {view.which(index)}{beside}{enough}"


def _explain_surplus(view: CaseView) -> list[tuple[int, Retrace]]:
    """Return each surplus trace, explained, with the index of its call.

    Among a call's traces, those of functions that had not been traced before count as the necessary ones.
    """
    found: list[tuple[int, Retrace]] = []
    earlier: list[TraceEvidence] = []
    wrapper = view.manifest.checks.wrapper
    for index, call in enumerate(view.calls):
        traces, may = call.evidence.traces, call.asked.traces
        surplus = len(traces) - may[1] if may is not None else 0
        explained = []
        for trace in traces:
            explained.append(
                explain_retrace(trace, earlier, call.evidence.wrappers, hidden=view.hidden, wrapper=wrapper)
            )
            earlier.append(trace)
        if surplus > 0:
            explained.sort(key=lambda retrace: retrace.cause.code != "another_function")
            found += [(index, retrace) for retrace in explained[-surplus:]]
    return found


def _describe_retrace(index: int, retrace: Retrace) -> JsonValue:
    cause = retrace.cause
    return {
        "call": index + 1,
        "function": retrace.function,
        "line": retrace.line,
        "reason": cause.code,
        "argument": cause.argument,
        "before": cause.before,
        "now": cause.now,
        "message": retrace.message,
        "hint": retrace.hint,
    }


def _called(call: CallView) -> list[WrapperEvidence]:
    notes = {note.number: note for note in call.evidence.wrappers}
    called = [notes[number] for number in call.evidence.called if number in notes]
    return [note for note in called if note.kind == "nnx.jit"]


CHECKS = {
    "jit": Check(
        judge_jit,
        {
            "jit.no_module": Code("the module was never called"),
            "jit.wrong_wrapper": Code("the module was traced, but not by the wrapper asked for"),
            "jit.not_jitted": Code("the module ran eagerly"),
            "jit.closed_over": Code("the model is not an argument: its parameters are constants of the program"),
            "jit.rewrapped": Code("the function was wrapped more than once"),
            "jit.not_default": Code("the module was built with a different value from its class's default"),
            "jit.idle": Code("a call of the wrapped function computed nothing"),
            "jit.other_input": Code("the wrapped function was given different arrays in a later call"),
            "jit.other_model": Code("the wrapped function was given a different model in a later call"),
            "jit.calls": Code("the wrapped function was called more or less often than asked"),
        },
        example="{wrapper: nnx.jit, module: Linear, calls: num_calls}",
    ),
    "nnx_state": Check(
        judge_nnx_state,
        {
            "state.not_seen": Code("no model was given to a function made by nnx.jit"),
            "state.graphdef_changed": Code("the model has a different structure after the calls"),
            "state.param_lost": Code("what was a Param before no longer is one"),
            "state.param_added": Code("there is a Param that was not there before"),
            "state.params_changed": Code("variables of the model changed that may not"),
            "state.not_changed": Code("no variable of a type that should change has changed"),
        },
        example="{may_change: [BatchStat], must_change: [RngCount], params: intact}",
    ),
    "traces": Check(
        judge_traces,
        {
            "traces.never": Code("nothing was traced: each operation ran by itself"),
            "traces.every_call": Code("a function was traced on every call"),
            "traces.jit_inside": Code("a new jitted function is made on every call"),
            "traces.eager_scan": Code("a control-flow primitive runs outside of any jitted function"),
            "traces.static_argument": Code("a static argument has a different value, or is a new object or function"),
            "traces.aux_identity": Code("auxiliary data compares by identity"),
            "traces.too_many": Code("a call was traced more often than needed"),
            "traces.too_few": Code("a call was not traced, although it needs a program of its own"),
        },
    ),
}
