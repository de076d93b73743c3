"""Reads untrusted StableHLO, and counts its contents. Runs in the referee's sandbox only.

All counts are of the program with its functions inlined: a function that is called twice counts twice, so a function
that is called a thousand times can't hide a Python loop. The limits are checked without inlining anything, so a few
bytes can't expand to a program that is too large to compile.
"""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from grader.inside.holes import TARGET

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_BYTES = 8 * 2**20
"""The maximum size of a serialized program, in bytes."""
MAX_WRITTEN = 60_000
"""The maximum number of operations of a program before inlining."""
MAX_OPERATIONS = 120_000
"""The maximum number of operations of a program after inlining."""
MAX_DEPTH = 64
"""The maximum nesting depth of regions and of calls."""
DIALECTS = ("stablehlo.", "func.", "chlo.")
BANNED = frozenset({"infeed", "outfeed", "send", "recv", "create_token", "dynamic_conv", "rng"})
"""Operations of StableHLO that communicate with the outside, or aren't deterministic."""
PLAIN_CALLS = frozenset({TARGET, "Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"})
"""Custom calls that run no code: holes and sharding annotations."""

_module: Any = stablehlo


class ProgramRefusedError(Exception):
    """A program is refused: `code` is the reason, `detail` the offending part."""

    def __init__(self, code: str, detail: str = "") -> None:
        """Refuse a program; `code` is the last part of one of the codes of the check `sealed`."""
        super().__init__(f"{code} {detail}")
        self.code, self.detail = code, detail


@dataclass
class ProgramCounts:
    """The contents of a program, or of one of its functions, in numbers."""

    operations: int = 0
    loops: int = 0
    constant_bytes: int = 0
    largest: int = 0
    """The number of elements of the largest result of an operation."""
    largest_array: str = ""
    holes: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """The number of occurrences of each hole, by its text and whether it is inside a loop."""
    custom_calls: set[str] = field(default_factory=set)
    calls: Counter[tuple[str, bool]] = field(default_factory=Counter)
    """The number of calls of other functions, by name and whether the call is inside a loop."""

    def add(self, other: ProgramCounts, times: int, *, in_loop: bool) -> None:
        """Add the counts of a function that is called `times` times."""
        self.operations += other.operations * times
        self.loops += other.loops * times
        self.constant_bytes += other.constant_bytes
        self.keep_larger(other.largest, other.largest_array)
        self.custom_calls |= other.custom_calls
        for (text, inner), count in other.holes.items():
            self.holes[text, inner or in_loop] += count * times
        if self.operations > MAX_OPERATIONS:
            raise ProgramRefusedError("too_large", f"more than {MAX_OPERATIONS} operations")

    def keep_larger(self, elements: int, array: str) -> None:
        """Note an array if it is the largest so far."""
        if elements > self.largest:
            self.largest, self.largest_array = elements, array


def read_module(data: bytes) -> ir.Module:
    """Read the module in `data`, in the current context; raise `ProgramRefusedError` if it is malformed."""
    if len(data) > MAX_BYTES:
        raise ProgramRefusedError("too_large", f"{len(data)} bytes")
    try:
        found = _module.deserialize_portable_artifact(ir.Context.current, data)
        module = found if isinstance(found, ir.Module) else ir.Module.parse(found)
    except Exception as error:
        raise ProgramRefusedError("malformed", type(error).__name__) from error
    drop_layouts(module)
    return module


def drop_layouts(module: ir.Module) -> None:
    """Remove sharding annotations, such as those that JAX adds for random keys. They don't affect any number."""
    pending: list[Any] = [module.operation]
    while pending:
        for block in [block for region in pending.pop().regions for block in region.blocks]:
            for found in [operation.operation for operation in block.operations]:
                if found.name == "sdy.sharding_constraint":
                    found.results[0].replace_all_uses_with(found.operands[0])
                    found.erase()
                elif found.name == "sdy.mesh":
                    found.erase()
                else:
                    pending.append(found)


def count_module(module: ir.Module) -> ProgramCounts:
    """Count the contents of a module's function `main`; raise `ProgramRefusedError` if any of it isn't allowed."""
    written = [0]
    functions = {}
    for operation in module.body.operations:
        if operation.operation.name != "func.func":
            raise ProgramRefusedError("operation", operation.operation.name)
        functions[_text(operation.operation, "sym_name")] = _count_function(operation.operation, written)
    if "main" not in functions:
        raise ProgramRefusedError("malformed", "no function main")
    done: dict[str, ProgramCounts] = {}

    def total(name: str, path: tuple[str, ...]) -> ProgramCounts:
        if name in done:
            return done[name]
        if name in path or name not in functions:
            raise ProgramRefusedError("malformed", "functions that call themselves, or are missing")
        if len(path) > MAX_DEPTH:
            raise ProgramRefusedError("too_large", f"nested more than {MAX_DEPTH} deep")
        counts = functions[name]
        for (callee, in_loop), times in counts.calls.items():
            counts.add(total(callee, (*path, name)), times, in_loop=in_loop)
        done[name] = counts
        return counts

    return total("main", ())


def _count_function(function: Any, written: list[int]) -> ProgramCounts:  # noqa: ANN401 - MLIR's own type
    counts = ProgramCounts()
    for operation, in_loop in _walk(function, 0, in_loop=False):
        written[0] += 1
        if written[0] > MAX_WRITTEN:
            raise ProgramRefusedError("too_large", f"more than {MAX_WRITTEN} operations")
        _count_operation(operation, counts, in_loop=in_loop)
    return counts


def _count_operation(operation: Any, counts: ProgramCounts, *, in_loop: bool) -> None:  # noqa: ANN401 - MLIR's own type
    name = str(operation.name)
    dialect, _, short = name.partition(".")
    if f"{dialect}." not in DIALECTS or short in BANNED:
        raise ProgramRefusedError("operation", name[:100])
    if short not in ("return", "constant"):
        counts.operations += 1
    for result in operation.results:
        elements, text = _size_of(result.type)
        counts.keep_larger(elements, text)
    if name == "stablehlo.while":
        counts.loops += 1
    elif name == "stablehlo.constant":
        counts.constant_bytes += _bytes_of(operation)
    elif name == "stablehlo.custom_call":
        target = _text(operation, "call_target_name")
        if target == TARGET:
            counts.holes[_text(operation, "backend_config"), in_loop] += 1
        else:
            counts.custom_calls.add(target)
    elif name == "func.call":
        counts.calls[_text(operation, "callee"), in_loop] += 1
    elif name == "stablehlo.composite":
        counts.calls[_text(operation, "decomposition"), in_loop] += 1


def _walk(operation: Any, depth: int, *, in_loop: bool) -> Iterator[tuple[Any, bool]]:  # noqa: ANN401 - MLIR's own type
    """Yield every operation nested in another, and whether it is inside a loop."""
    if depth > MAX_DEPTH:
        raise ProgramRefusedError("too_large", f"nested more than {MAX_DEPTH} deep")
    for region in operation.regions:
        for block in region.blocks:
            for inner in block.operations:
                yield inner.operation, in_loop
                loops = in_loop or inner.operation.name == "stablehlo.while"
                yield from _walk(inner.operation, depth + 1, in_loop=loops)


def _text(operation: Any, name: str) -> str:  # noqa: ANN401 - MLIR's own type
    try:
        return str(operation.attributes[name].value)
    except (KeyError, AttributeError) as error:
        raise ProgramRefusedError("malformed", f"{operation.name} without {name}") from error


def _size_of(kind: Any) -> tuple[int, str]:  # noqa: ANN401 - MLIR's own type
    """Return a type's number of elements, and the type as text."""
    if not isinstance(kind, ir.RankedTensorType):
        raise ProgramRefusedError("operation", str(kind)[:100])
    if not kind.has_static_shape:
        raise ProgramRefusedError("operation", "an array whose size is not known")
    return math.prod(kind.shape), f"{kind.element_type}[{', '.join(map(str, kind.shape))}]"[:100]


def _bytes_of(constant: Any) -> int:  # noqa: ANN401 - MLIR's own type
    """Return the size of a constant in bytes; a single number, or one repeated everywhere, counts as 0."""
    with contextlib.suppress(TypeError):  # MLIR for Python can't hold complex numbers.
        value = constant.attributes["value"]
        if isinstance(value, ir.DenseElementsAttr) and value.is_splat:
            return 0
    kind = constant.results[0].type
    elements, _ = _size_of(kind)
    element, parts = kind.element_type, 1
    if isinstance(element, ir.ComplexType):
        element, parts = element.element_type, 2
    return elements * parts * max(int(getattr(element, "width", 64)), 8) // 8 if elements > 1 else 0
