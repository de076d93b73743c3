"""Runs programs that a submission exported, on values that its process never had. Runs in a sandbox of its own.

Theory of operation. The submission's code never enters this process. It receives only StableHLO, which can't call
Python functions, read files or keep state between runs, but is hostile input all the same. So a program is counted and
checked against the limits of `stablehlo.py` before anything else, custom calls are refused unless the problem's own
reference needs them, the types must be the requested ones, and the sandbox limits time and memory. The program's holes
(`holes.py`) are filled with functions of `bodies.py`, varied by a seed that only the host and this process know. Then
XLA compiles it, without the optimisations that take most of the time.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import mlir
from jaxlib.mlir import ir

from grader.inside import cache
from grader.inside.bodies import Bodies
from grader.inside.closing import close
from grader.inside.costs import count_flops
from grader.inside.devices import set_devices
from grader.inside.hlo import UncountableError
from grader.inside.holes import TARGET, HoleError, fill, name_contexts, read_hole
from grader.inside.questions import read_cases
from grader.inside.stablehlo import PLAIN_CALLS, ProgramCounts, ProgramRefusedError, count_module, read_module
from grader.inside.studies.jaxprs import close_over
from grader.inside.variation import vary
from grader.inside.wire import Outgoing, UnsendableError, to_argument, to_value
from grader.protocol import SEEDS, Array, Frame, FrameKind, ValueReader, ValueWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

OPTIONS: Any = {"xla_backend_optimization_level": 0}
"""Compilation takes most of a run's time, and optimisation most of the compilation's."""

_program = Primitive("sealed_program")
_program.multiple_results = True
_jit: Any = jax.jit
_wrap_key_data = jax.random.wrap_key_data
_clock = time.perf_counter
_block_until_ready: Any = jax.block_until_ready


def run_referee(job: Frame, send: Callable[[Frame], None], receive: Callable[[], Frame]) -> None:
    """Answer `job` with LOADED, and each later JOB, which holds one program and its calls, with a CASE."""
    set_devices(job)
    cache.use_cache(job.header.get("bundle"), keep=bool(job.header.get("keep_cache")))
    source = Bodies(str(job.header.get("bodies", ""))).source
    bodies = dict(vars(source.fresh_module(lambda _: None)))
    parameters: Any = job.header["parameters"]
    send(Frame(FrameKind.LOADED, {}))
    while True:
        asked = receive()
        if asked.header.get("finish"):
            if job.header.get("keep_cache"):
                cache.send_cache(send)
            return
        send(judge_program(asked, bodies, parameters))


def judge_program(job: Frame, bodies: Mapping[str, Any], parameters: Sequence[str]) -> Frame:
    """Return the CASE frame of one program: its counts and its outputs for each call, or the reason for refusing it."""
    writer, header = ValueWriter(), dict[str, object](refused=None, facts=None, cost=None, compile_ms=0.0)
    header |= {"outputs": [], "seconds": []}
    options: Any = job.header
    data = ValueReader(job.payload).read(options["program"])
    calls = [
        close_over(print, [to_argument(call[name], {}, bodies) for name in (*parameters, SEEDS) if name in call])[1]
        for call in read_cases(job)[0]
    ]
    try:
        if not isinstance(data, Array):
            raise ProgramRefusedError("malformed", "no program")
        with mlir.make_ir_context():
            counts = count_module(read_module(data.data))
        header["facts"] = describe_counts(counts)
        allowed = options["custom_calls"]  # None for the reference's program, which determines what is allowed
        others = counts.custom_calls - PLAIN_CALLS - set(allowed or ())
        strange = sorted(call for call in others if not call.startswith(tuple(options["custom_call_families"])))
        if strange and allowed is not None:
            raise ProgramRefusedError("custom_call", strange[0][:100])
        if counts.custom_calls - PLAIN_CALLS:
            link_libraries()
        if counts.constant_bytes > options["max_constants"]:
            raise ProgramRefusedError("constants", str(counts.constant_bytes))
        if options["run"]:
            drawn = {name: vary(bodies[name], draw) for name, draw in options["draws"].items()}
            run(data.data, calls, {**bodies, **drawn}, options["keys"], writer, header, cost=options["cost"])
    except ProgramRefusedError as refused:
        header |= {"refused": {"code": refused.code, "detail": refused.detail[:200]}, "outputs": [], "seconds": []}
        header |= {"cost": None}
    return Frame(FrameKind.CASE, header, writer.payload)


def link_libraries() -> None:
    """Make JAX register LAPACK by lowering a call of it: without that, a program that calls LAPACK would crash."""
    _jit(jnp.linalg.cholesky).lower(jax.ShapeDtypeStruct((1, 1), jnp.float32))


def run(
    data: bytes,
    calls: Sequence[Sequence[Any]],
    bodies: Mapping[str, Any],
    keys: Sequence[bool],
    writer: ValueWriter,
    header: dict[str, Any],
    *,
    cost: bool = False,
) -> None:
    """Compile the program, and run it on the arrays of each call; write outputs and times, in seconds, into `header`.

    If `cost`, also write its cost.
    """
    try:
        start = _clock()
        compiled = _jit(lambda *given: _program.bind(*given, data=data, bodies=_Held(bodies)))
        lowered = compiled.lower(*calls[0])
        compiled = lowered.compile(OPTIONS)
        header["compile_ms"] = 1e3 * (_clock() - start)
        if cost:
            header["cost"] = measure(lowered, compiled)
        out = Outgoing()
        for call in calls:
            start = _clock()
            results = _block_until_ready(compiled(*call))
            header["seconds"].append(_clock() - start)
            pairs = zip(results, keys, strict=True)
            wrapped = [_wrap_key_data(result, impl="threefry2x32") if key else result for result, key in pairs]
            header["outputs"].append([writer.write(to_value(result, "the result", out)) for result in wrapped])
    except HoleError as error:
        raise ProgramRefusedError("hole", str(error)) from error
    except UnsendableError as error:
        raise ProgramRefusedError("too_large", "its results") from error
    except (MemoryError, jax.errors.JaxRuntimeError) as error:
        exhausted = isinstance(error, MemoryError) or "RESOURCE_EXHAUSTED" in str(error)
        raise ProgramRefusedError("memory" if exhausted else "failed", str(error).partition(":")[0]) from error


def measure(lowered: Any, compiled: Any) -> dict[str, float | None]:  # noqa: ANN401 - JAX's own types
    """Return the floating-point operations and the bytes of temporary memory of a program whose holes are filled.

    The operations are None if the number of a loop's iterations depends on values.
    """
    temp_bytes = float(compiled.memory_analysis().temp_size_in_bytes)
    try:
        return {"flops": float(count_flops(lowered.compiler_ir("stablehlo"))), "temp_bytes": temp_bytes}
    except UncountableError:
        return {"flops": None, "temp_bytes": temp_bytes}


def describe_counts(counts: ProgramCounts) -> dict[str, object]:
    """Return a program's counts as JSON."""
    holes = []
    for (text, in_loop), count in list(counts.holes.items())[:200]:
        try:
            name, _, steps = read_hole(text)
        except HoleError as error:
            raise ProgramRefusedError("hole", str(error)) from error
        holes.append({"name": name[:100], "contexts": [*name_contexts(steps, in_loop=in_loop)], "count": count})
    return {
        "operations": counts.operations,
        "loops": counts.loops,
        "constant_bytes": counts.constant_bytes,
        "largest": counts.largest,
        "largest_array": counts.largest_array,
        "holes": holes,
        "custom_calls": sorted(call[:100] for call in counts.custom_calls)[:50],
    }


class _Held:
    """The functions that fill holes, as a parameter of the primitive."""

    def __init__(self, bodies: Mapping[str, Any]) -> None:
        self.bodies = bodies


def _evaluate_types(*given: Any, data: bytes, bodies: _Held) -> list[Any]:  # noqa: ANN401, ARG001 - JAX's own types
    with mlir.make_ir_context():
        module = read_module(data)
        kind = _main(module).attributes["function_type"].value
        asked = [(list(aval.shape), _plain(aval)) for aval in map(_physical, given)]
        if [_describe(one) for one in kind.inputs] != asked:
            raise ProgramRefusedError("malformed", "other inputs than requested")
        return [jax.core.ShapedArray(tuple(shape), np.dtype(dtype)) for shape, dtype in map(_describe, kind.results)]


def _lower(ctx: Any, *operands: Any, data: bytes, bodies: _Held) -> Any:  # noqa: ANN401 - JAX's own types
    outer = ctx.module_context.module
    module = read_module(data)
    main = _main(module)
    results = main.attributes["function_type"].value.results
    name = mlir.merge_mlir_modules(outer, "sealed", module, dst_symtab=ctx.module_context.symbol_table)
    for function in list(outer.body.operations):  # after merging, which must not rename the functions that this adds
        fill_holes(ctx, function.operation, bodies.bodies)
    call = ir.Operation.create(
        "func.call",
        results=list(results),
        operands=[_flat([one])[0] for one in operands],
        attributes={"callee": ir.FlatSymbolRefAttr.get(name)},
    )
    return list(call.results)


def fill_holes(ctx: Any, operation: Any, bodies: Mapping[str, Any]) -> None:  # noqa: ANN401 - JAX's own types
    """Replace each hole in `operation` with its function's computation; raise `HoleError`."""
    for region in operation.regions:
        for block in region.blocks:
            for inner in list(block.operations):
                found = inner.operation
                if found.name == "stablehlo.custom_call" and found.attributes["call_target_name"].value == TARGET:
                    fill_hole(ctx, found, bodies)
                else:
                    fill_holes(ctx, found, bodies)


def fill_hole(ctx: Any, hole: Any, bodies: Mapping[str, Any]) -> None:  # noqa: ANN401 - JAX's own types
    """Replace one hole with its function's computation; raise `HoleError`."""
    name, places, steps = read_hole(str(hole.attributes["backend_config"].value))
    if name not in bodies:
        raise HoleError("a hole of an unknown function")
    filling = fill(bodies[name], places, steps)
    given = [
        jax.core.ShapedArray(tuple(shape), np.dtype(kind)) for shape, kind in (_describe(o.type) for o in hole.operands)
    ]
    try:
        jaxpr = jax.make_jaxpr(filling)(*given)
    except Exception as error:
        raise HoleError(f"a hole can't be filled: {type(error).__name__}") from error
    types = [(list(aval.shape), _plain(aval)) for aval in jaxpr.out_avals]
    if types != [_describe(result.type) for result in hole.results]:
        raise HoleError("a hole whose result types are not its function's")
    inside = ctx.replace(primitive=None, avals_in=given, avals_out=list(jaxpr.out_avals))
    with ir.InsertionPoint(hole):
        results = mlir.lower_fun(jax.extend.core.jaxpr_as_fun(jaxpr), multiple_results=True)(inside, *hole.operands)
    for old, new in zip(hole.results, _flat(results), strict=True):
        old.replace_all_uses_with(new)
    hole.erase()


def _flat(values: Any) -> list[Any]:  # noqa: ANN401 - MLIR's own types
    """Return the values of a lowered tree as a list."""
    module: Any = mlir
    if hasattr(module, "ir_tree_registry"):  # since jax 0.11
        return list(module.ir_tree_registry.flatten(values)[0])
    return list(module.flatten_ir_values(values))


_NAMES = {"i1": "bool", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64"} | {
    f"{sign}i{width}": f"{word}int{width}" for sign, word in (("", ""), ("u", "u")) for width in (8, 16, 32, 64)
}
_NAMES |= {"complex<f32>": "complex64", "complex<f64>": "complex128"}


def _describe(kind: Any) -> tuple[list[int], str]:  # noqa: ANN401 - MLIR's own type
    """Return the shape and dtype of an array's type; raise `ProgramRefusedError` if it isn't allowed."""
    name = _NAMES.get(str(kind.element_type)) if isinstance(kind, ir.RankedTensorType) else None
    if name is None:
        raise ProgramRefusedError("malformed", str(kind)[:100])
    return list(kind.shape), name


def _physical(aval: Any) -> Any:  # noqa: ANN401 - JAX's own type
    """Return an abstract array, with PRNG keys as their uint32 words."""
    if jnp.issubdtype(aval.dtype, jax.dtypes.prng_key):
        return jax.core.ShapedArray((*aval.shape, 2), np.dtype("uint32"))
    return aval


def _plain(aval: Any) -> str:  # noqa: ANN401 - JAX's own type
    return str(np.dtype(aval.dtype))


def _main(module: ir.Module) -> Any:  # noqa: ANN401 - MLIR's own type
    for function in module.body.operations:
        name: Any = function.operation.attributes["sym_name"]
        if str(name.value) == "main":
            return function.operation
    raise ProgramRefusedError("malformed", "no function main")


_program.def_abstract_eval(close(_evaluate_types))
mlir.register_lowering(_program, close(_lower))
