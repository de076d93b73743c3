"""Counts the floating-point operations of a StableHLO program before optimization. Runs in the referee's sandbox only.

Method. An operation costs one FLOP per element of its result. Data movement is free, and some operations have a known
cost of their own, such as matrix products (two FLOPs for each multiplication and addition). Operations that don't
affect the result or that depend only on constants are left out, because XLA would remove them. The body of a loop
counts once per iteration. The number of iterations is known if the loop counts from one constant to another in constant
steps, as `jax.lax.scan` and `jax.lax.fori_loop` with plain integers do. The counts are exact for the program as
written. They ignore fusion and sharing of results, so compare them only with counts made in the same way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from grader.inside.hlo import UncountableError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

FREE = frozenset(
    f"stablehlo.{name}"
    for name in (
        *("constant", "iota", "broadcast", "broadcast_in_dim", "reshape", "transpose", "slice", "dynamic_slice"),
        *("dynamic_update_slice", "concatenate", "pad", "gather", "reverse", "convert", "bitcast_convert", "tuple"),
        *("get_tuple_element", "optimization_barrier", "return", "copy", "real", "imag", "complex", "custom_call"),
    )
) | {"func.return"}
"""Operations that only move data. Custom calls into libraries outside XLA aren't counted either."""
MAX_FLOPS = 10**18
_module: Any = stablehlo


def count_flops(module: ir.Module) -> int:
    """Return the number of floating-point operations of `main`; raise `UncountableError`."""
    operations: Any = [found.operation for found in module.body.operations]
    functions = {str(one.attributes["sym_name"].value): one for one in operations}
    done: dict[str, int] = {}

    def of_function(name: str) -> int:
        if name not in done:
            done[name] = _Counter(functions, of_function).count_region(functions[name].regions[0])
        return done[name]

    return min(of_function("main"), MAX_FLOPS)


class _Counter:
    """Counts one function. It reads blocks backwards, and so sees all users of an operation before the operation."""

    def __init__(self, functions: Mapping[str, Any], of_function: Callable[[str], int]) -> None:
        self._functions = functions
        self._of_function = of_function
        self._needed: set[Any] = set()
        self._constant: set[Any] = set()
        self._hoisted: set[Any] = set()
        self._once = 0
        """The cost of loop-invariant operations in the current loop."""
        self._invariant: dict[Any, list[bool]] = {}
        """Which operands of a call are loop-invariant, if some are; where all are, the call itself is hoisted."""

    def count_region(self, region: Any) -> int:  # noqa: ANN401 - MLIR's own type
        total = 0
        for block in region.blocks:
            operations = [found.operation for found in block.operations]
            self._note_constants(operations)
            for operation in reversed(operations):
                if operation.name.endswith(".return") or operation in self._needed:
                    self._needed |= {value.owner.operation for value in operation.operands if _is_result(value)}
                    cost = 0 if operation in self._constant else self._count(operation)
                    if operation in self._hoisted:
                        self._once += cost
                    else:
                        total += cost
        return total

    def _note_constants(self, operations: list[Any]) -> None:
        """Note which operations depend on no argument."""
        for operation in operations:
            if _is_plain(operation) and all(_maker(value) in self._constant for value in operation.operands):
                self._constant.add(operation)

    def _note_hoisted(self, body: Any, kept: Sequence[bool]) -> None:  # noqa: ANN401 - MLIR's own type
        """Note the invariant operations of a loop's body, or of a function that it calls.

        They use only values that are defined outside, or arguments that are the same in each step, as `kept` says.
        """

        def is_same(value: Any) -> bool:  # noqa: ANN401 - MLIR's own type
            if _is_argument(value, body):
                return kept[_place(value)]
            maker = _maker(value)
            return maker is None or maker.block != body or maker in self._hoisted or maker in self._constant

        for operation in (found.operation for found in body.operations):
            same = list(map(is_same, operation.operands))
            if _is_plain(operation) and all(same):
                self._hoisted.add(operation)
            elif str(operation.name) == "func.call" and any(same):
                self._invariant[operation] = same

    def _count_loop(self, loop: Any) -> int:  # noqa: ANN401 - MLIR's own type
        """Return the cost of a loop: all steps, plus the loop-invariant operations once, because XLA hoists them."""
        body = loop.regions[1].blocks[0]
        kept = [_is_argument(value, body) and _place(value) == at for at, value in enumerate(_last(body).operands)]
        self._note_hoisted(body, kept)
        around, self._once = self._once, 0
        steps = sum(self.count_region(region) for region in loop.regions)
        once, self._once = self._once, around
        return _count_steps(loop) * steps + once

    def _count_call(self, call: Any) -> int:  # noqa: ANN401 - MLIR's own type
        """Return the cost, in each step, of a function that a loop's body calls: JAX before 0.11 makes one of it."""
        region = self._functions[str(call.attributes[CALLS["call"]].value)].regions[0]
        inside = _Counter(self._functions, self._of_function)
        inside._note_hoisted(region.blocks[0], self._invariant[call])
        each = inside.count_region(region)
        self._once += inside._once
        return each

    def _count(self, operation: Any) -> int:  # noqa: ANN401 - MLIR's own type
        name = str(operation.name)
        short = name.partition(".")[2]
        if short == "while":
            return self._count_loop(operation)
        inner = [self.count_region(region) for region in operation.regions]
        if operation in self._invariant:
            return self._count_call(operation)
        if short in CALLS:
            return self._of_function(str(operation.attributes[CALLS[short]].value))
        if short in COSTS:
            return COSTS[short](operation, inner)
        return 0 if name in FREE else sum(map(_size, operation.results))


def _count_product(product: Any, _: list[int]) -> int:  # noqa: ANN401 - MLIR's own type
    contracted = _module.DotDimensionNumbers(product.attributes["dot_dimension_numbers"]).lhs_contracting_dimensions
    shape = product.operands[0].type.shape
    return 2 * _size(product.results[0]) * math.prod(int(shape[axis]) for axis in contracted)


def _count_convolution(operation: Any, _: list[int]) -> int:  # noqa: ANN401 - MLIR's own type
    numbers, kernel = _module.ConvDimensionNumbers(operation.attributes["dimension_numbers"]), operation.operands[1]
    outputs = int(kernel.type.shape[numbers.kernel_output_feature_dimension])
    return 2 * _size(operation.results[0]) * (_size(kernel) // max(outputs, 1))


def _count_windows(operation: Any, inner: list[int]) -> int:  # noqa: ANN401 - MLIR's own type
    window = math.prod(ir.DenseI64ArrayAttr(operation.attributes["window_dimensions"]))
    windows = min(_size(operation.results[0]), _size(operation.operands[1 if len(operation.regions) > 1 else 0]))
    return windows * window * max(sum(inner), 1)


def _count_sorting(operation: Any, inner: list[int]) -> int:  # noqa: ANN401 - MLIR's own type
    return _size(operation.operands[0]) * _log2(operation.operands[0]) * max(sum(inner), 1)


def _refuse(_: Any, __: list[int]) -> int:  # noqa: ANN401 - MLIR's own type
    raise UncountableError


CALLS = {"call": "callee", "composite": "decomposition"}
"""Operations that call functions, and the attribute that names the callee."""
COSTS: dict[str, Callable[[Any, list[int]], int]] = {
    "case": lambda _, inner: max(inner, default=0),
    "if": lambda _, inner: max(inner, default=0),
    "dot_general": _count_product,
    "dot": lambda of, _: 2 * _size(of.results[0]) * int(of.operands[0].type.shape[-1]),
    "ragged_dot": lambda of, _: 2 * _size(of.results[0]) * int(of.operands[0].type.shape[-1]),
    "convolution": _count_convolution,
    "reduce": lambda of, inner: _size(of.operands[0]) * max(sum(inner), 1),
    "map": lambda of, inner: _size(of.operands[0]) * max(sum(inner), 1),
    "scatter": lambda of, inner: _size(of.operands[-1]) * max(sum(inner), 1),
    "reduce_window": _count_windows,
    "select_and_scatter": _count_windows,
    "sort": _count_sorting,
    "top_k": _count_sorting,
    "fft": lambda of, _: 5 * _size(of.results[0]) * _log2(of.results[0]),
    "cholesky": lambda of, _: _size(of.results[0]) * int(of.results[0].type.shape[-1]) // 3,
    "triangular_solve": lambda of, _: _size(of.results[0]) * int(of.operands[0].type.shape[-1]),
    **dict.fromkeys(("einsum", "unary_einsum", "torch_index_select", "dynamic_conv"), _refuse),
}
"""Operations with a cost of their own, as functions of the operation and the costs of its regions."""


def _count_steps(loop: Any) -> int:  # noqa: ANN401 - MLIR's own type
    """Return the number of iterations of a loop that counts from one constant to another; raise `UncountableError`."""
    condition, body = (region.blocks[0] for region in loop.regions)
    test = _maker(_last(condition).operands[0])
    if test is None or test.name != "stablehlo.compare" or "LT" not in str(test.attributes["comparison_direction"]):
        raise UncountableError
    counter, bound = test.operands
    if not _is_argument(counter, condition):
        raise UncountableError
    place = _place(counter)
    step = _maker(_last(body).operands[place])
    if step is None or step.name != "stablehlo.add":
        raise UncountableError
    before, width = step.operands if _is_argument(step.operands[0], body) else reversed(list(step.operands))
    if not _is_argument(before, body) or _place(before) != place:
        raise UncountableError
    start, stop, by = _read(loop.operands[place]), _read_bound(bound, loop, condition, body), _read(width)
    if by <= 0:
        raise UncountableError
    steps = max(0, -(-(stop - start) // by))
    if start + steps * by > _find_largest(counter):  # it wraps around before it reaches the bound, and goes on
        raise UncountableError
    return steps


def _find_largest(counter: Any) -> int:  # noqa: ANN401 - MLIR's own type
    """Return the largest number that an integer's type holds."""
    kind = ir.IntegerType(counter.type.element_type)
    return int(2 ** (kind.width - (not kind.is_unsigned)) - 1)


def _read_bound(bound: Any, loop: Any, condition: Any, body: Any) -> int:  # noqa: ANN401 - MLIR's own types
    """Return a loop's upper bound, which is a constant, directly or carried unchanged."""
    if not _is_argument(bound, condition):
        return _read(bound)
    place = _place(bound)
    kept = _last(body).operands[place]
    if not _is_argument(kept, body) or _place(kept) != place:
        raise UncountableError
    return _read(loop.operands[place])


def _read(value: Any) -> int:  # noqa: ANN401 - MLIR's own type
    """Return the value of an integer constant."""
    maker = _maker(value)
    if maker is None or maker.name != "stablehlo.constant":
        raise UncountableError
    number = maker.attributes["value"]
    if not isinstance(number, ir.DenseIntElementsAttr) or len(number) != 1:
        raise UncountableError
    return int(number[0])


def _is_result(value: Any) -> bool:  # noqa: ANN401 - MLIR's own type
    return not isinstance(value.owner, ir.Block)


def _is_argument(value: Any, block: Any) -> bool:  # noqa: ANN401 - MLIR's own types
    return isinstance(value.owner, ir.Block) and value.owner == block


def _is_plain(operation: Any) -> bool:  # noqa: ANN401 - MLIR's own type
    """Return whether an operation contains no others, and its results depend only on its operands."""
    return bool(operation.results) and not list(operation.regions) and operation.name != "stablehlo.custom_call"


def _place(argument: Any) -> int:  # noqa: ANN401 - MLIR's own type
    return int(ir.BlockArgument(argument).arg_number)


def _maker(value: Any) -> Any:  # noqa: ANN401 - MLIR's own type
    """Return the operation that produces a value, or None for an argument."""
    return value.owner.operation if _is_result(value) else None


def _last(block: Any) -> Any:  # noqa: ANN401 - MLIR's own type
    return list(block.operations)[-1].operation


def _size(value: Any) -> int:  # noqa: ANN401 - MLIR's own type
    return math.prod(map(int, value.type.shape))


def _log2(value: Any) -> int:  # noqa: ANN401 - MLIR's own type
    return max(1, math.ceil(math.log2(max(2, *value.type.shape))))
