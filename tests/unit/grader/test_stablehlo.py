"""Counts of a program's operations, and programs that are refused before they are compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export
from jax.interpreters import mlir
from jaxlib.mlir import ir

from grader.inside import stablehlo
from grader.inside.costs import count_flops
from grader.inside.hlo import UncountableError
from grader.inside.stablehlo import ProgramCounts, ProgramRefusedError, count_module, read_module

if TYPE_CHECKING:
    from collections.abc import Callable

X = jnp.zeros((8, 8), jnp.float32)
_export: Any = export.export


def count(function: Callable[..., Any], *arrays: Any) -> ProgramCounts:  # noqa: ANN401 - arrays
    made = _export(jax.jit(function))(*(arrays or (X,)))
    with mlir.make_ir_context():
        return count_module(read_module(made.mlir_module_serialized))


def twice(function: Callable[..., Any]) -> Callable[..., Any]:
    jitted = jax.jit(function)
    return lambda x: jitted(x) + jitted(x * 2)


def test_functions_count_wherever_they_are_called() -> None:
    def body(x: Any) -> Any:  # noqa: ANN401 - an array
        return jnp.sin(x) + jnp.cos(x)

    once, both = count(jax.jit(body)).operations, count(twice(body)).operations
    assert both > 2 * (once - 1)


def test_loops_constants_and_sizes() -> None:
    table = np.arange(600, dtype=np.float32)
    assert count(lambda x: jax.lax.fori_loop(0, 9, lambda _, c: c + 1, x)).loops == 1
    assert count(lambda x: jax.lax.fori_loop(0, 9, lambda _, c: jax.lax.map(jnp.sin, c), x)).loops == 2
    assert count(lambda x: x[0, 0] + jnp.asarray(table)).constant_bytes == table.nbytes
    assert count(lambda x: x + jnp.ones((8, 8))).constant_bytes == 0, "one number all over is no table"
    found = count(lambda x: (x[:, :, None] * x).sum())
    assert (found.largest, found.largest_array) == (512, "f32[8, 8, 8]")


@pytest.mark.parametrize(
    "dtype", ["bool", "int4", "int8", "uint32", "float8_e4m3fn", "bfloat16", "float16", "float32", "complex64"]
)
def test_constants_of_each_dtype_are_counted(dtype: str) -> None:
    table = np.asarray(jnp.arange(40).astype(dtype))
    assert count(lambda x: (x, jnp.asarray(table))).constant_bytes == table.nbytes
    assert count(lambda x: (x, jnp.asarray(table[3]))).constant_bytes == 0, "one number is no table"


def test_both_parts_of_complex_constants_are_counted() -> None:
    with jax.enable_x64():
        table = np.arange(40) * (1 + 2j)
        assert count(lambda x: (x, jnp.asarray(table))).constant_bytes == table.nbytes


def test_library_calls_are_named() -> None:
    assert any("potrf" in name for name in count(jnp.linalg.cholesky).custom_calls)


def test_the_layout_of_random_keys_is_left_out() -> None:
    def draw(key: Any, x: Any) -> Any:  # noqa: ANN401 - arrays
        return jax.random.split(key)[0], jax.random.normal(key, x.shape)

    assert count(draw, jax.random.key(0), X).custom_calls == set()


CHAIN = "\n".join(
    f"  func.func private @f{n}(%x: tensor<f32>) -> tensor<f32> {{\n"
    f"    %a = func.call @f{n + 1}(%x) : (tensor<f32>) -> tensor<f32>\n"
    f"    %b = func.call @f{n + 1}(%a) : (tensor<f32>) -> tensor<f32>\n    return %b : tensor<f32>\n  }}"
    for n in range(18)
)
LEAF = "  func.func private @f18(%x: tensor<f32>) -> tensor<f32> {\n    return %x : tensor<f32>\n  }"
MAIN = (
    "  func.func public @main(%x: tensor<f32>) -> tensor<f32> {\n    %a = func.call @f0(%x) : (tensor<f32>) -> "
    "tensor<f32>\n    return %a : tensor<f32>\n  }"
)
SELF = (
    "  func.func private @f0(%x: tensor<f32>) -> tensor<f32> {\n    %a = func.call @f0(%x) : (tensor<f32>) -> "
    "tensor<f32>\n    return %a : tensor<f32>\n  }"
)
SPEAKING = (
    "  func.func public @main(%x: tensor<f32>) -> tensor<f32> {\n    %t = stablehlo.create_token : !stablehlo.token\n"
    "    return %x : tensor<f32>\n  }"
)
DYNAMIC = "  func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n    %a = stablehlo.sine %x : tensor<?xf32>\n"
TEXTS = {
    "calls that double eighteen times": (f"{CHAIN}\n{LEAF}\n{MAIN}", "too_large"),
    "a function that calls itself": (f"{SELF}\n{MAIN}", "malformed"),
    "no main": (LEAF, "malformed"),
    "a token": (SPEAKING, "operation"),
    "a size that is not known": (f"{DYNAMIC}    return %a : tensor<?xf32>\n  }}", "operation"),
    "a nested module": ("  module {\n  }", "operation"),
}


@pytest.mark.parametrize("name", TEXTS)
def test_modules_that_are_refused(name: str) -> None:
    text, code = TEXTS[name]
    with mlir.make_ir_context(), pytest.raises(ProgramRefusedError) as refused:
        count_module(ir.Module.parse(f"module {{\n{text}\n}}"))
    assert refused.value.code == code


def test_caps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stablehlo, "MAX_WRITTEN", 5)
    with pytest.raises(ProgramRefusedError, match="more than 5 operations"):
        count(lambda x: jnp.sin(jnp.cos(jnp.tan(jnp.exp(jnp.tanh(x))))))
    monkeypatch.undo()
    monkeypatch.setattr(stablehlo, "MAX_DEPTH", 2)
    with pytest.raises(ProgramRefusedError, match="nested more than 2 deep"):
        count(lambda x: jax.lax.map(lambda r: jax.lax.map(lambda a: jax.lax.map(jnp.sin, a), r), x[None]))
    monkeypatch.setattr(stablehlo, "MAX_BYTES", 10)
    with pytest.raises(ProgramRefusedError, match="bytes"):
        count(jnp.sin)


@pytest.mark.parametrize(
    "data", [b"", b"\0", b"ML\xefR", b"module {}", b"ML\xefR\x0dStableHLO_v1.0.0\x00" + b"\xff" * 99]
)
def test_what_is_no_program_is_refused(data: bytes) -> None:
    with mlir.make_ir_context(), pytest.raises(ProgramRefusedError) as refused:
        count_module(read_module(data))
    assert refused.value.code == "malformed"


# What a program costs ----------------------------------------------------------------------------------------


def flops(function: Callable[..., Any], *arrays: Any) -> int:  # noqa: ANN401 - arrays
    lowered: Any = jax.jit(function).lower(*(arrays or (X,)))
    return count_flops(lowered.compiler_ir("stablehlo"))


PRODUCT = 2 * 8**3
COSTS: dict[str, tuple[Callable[..., Any], int]] = {
    "a product": (lambda x: x @ x, PRODUCT),
    "a batch of products": (lambda x: jax.vmap(lambda r: x @ r)(x), PRODUCT),
    "one number each": (jnp.sin, 64),
    "a sum": (jnp.sum, 64),
    "moved about": (lambda x: x.T.reshape(4, 16)[:2], 0),
    "what is made of constants": (lambda x: x.T + 0 * (jnp.sin(jnp.ones((8, 8))) @ jnp.ones((8, 8)))[0, 0], 64),
    "the same in each step": (lambda x: jax.lax.fori_loop(0, 7, lambda _, c: c @ (x @ x), x), 8 * PRODUCT),
    "the same in each step of a jitted step": (
        lambda x: jax.lax.fori_loop(0, 7, lambda _, c: jax.jit(lambda c, x: c @ (x @ x))(c, x), x),
        8 * PRODUCT,
    ),
    "the same in each step, two functions deep": (
        lambda x: jax.lax.fori_loop(
            0, 7, lambda _, c: jax.jit(lambda c, x: c @ jax.jit(lambda x: jnp.sin(x @ x))(x))(c, x), x
        ),
        8 * PRODUCT + 64,
    ),
    "another one in each step of a jitted step": (
        lambda x: jax.lax.fori_loop(0, 7, lambda _, c: jax.jit(lambda c, x: x @ (c @ c))(c, x), x),
        14 * PRODUCT,
    ),
    "constants in a loop": (
        lambda x: jax.lax.fori_loop(0, 7, lambda _, c: c @ jnp.sin(jnp.ones((8, 8)) * 3), x),
        7 * PRODUCT,
    ),
    "what reaches no result": (lambda x: (x @ x, x.T)[1], 0),
    "a loop": (lambda x: jax.lax.fori_loop(0, 7, lambda _, c: c @ x, x), 7 * PRODUCT),
    "a loop in a loop": (
        lambda x: jax.lax.fori_loop(0, 3, lambda _, c: jax.lax.fori_loop(2, 7, lambda _, d: d @ x, c), x),
        15 * PRODUCT,
    ),
    "a loop in steps of its own": (
        lambda x: jax.lax.while_loop(lambda c: c[0] < 9, lambda c: (c[0] + 2, c[1] @ x), (0, x))[1],
        5 * PRODUCT,
    ),
    "a scan": (lambda x: jax.lax.scan(lambda c, _: (c @ x, None), x, None, length=5)[0], 5 * PRODUCT),
    "a function called twice": (twice(lambda x: x @ x), 2 * PRODUCT),
    "the dearer branch": (lambda x: jax.lax.cond(x[0, 0] > 0, lambda: x @ x, lambda: x @ x @ x), 2 * PRODUCT),
}


@pytest.mark.parametrize("name", COSTS)
def test_floating_point_operations(name: str) -> None:
    function, expected = COSTS[name]
    slack = 0 if expected < PRODUCT else expected // 8  # loop counters, and sums in addition to products
    assert expected <= flops(function) <= expected + slack


@pytest.mark.parametrize(
    "function",
    [
        lambda x: jax.lax.while_loop(lambda c: c[0, 0] < 9, lambda c: c + 1, x),
        lambda x: jax.lax.fori_loop(0, x[0, 0].astype(int), lambda _, c: c @ x, x),
        lambda x: jax.lax.while_loop(lambda c: c[0] < 9, lambda c: (c[0] + c[1], c[1], c[2] @ x), (0, 1, x))[2],
        lambda x: jax.lax.while_loop(lambda c: c[0] < 9, lambda c: (c[1], c[0] + 1, c[2] @ x), (0, 1, x))[2],
        lambda x: jax.lax.while_loop(lambda c: c[0] < c[1], lambda c: (c[0] + 2, c[1] + 1, c[2] @ x), (0, 9, x))[2],
        lambda x: jax.lax.while_loop(lambda c: c[0] < 9, lambda c: (c[0] * 2, c[1] @ x), (1, x))[1],
        lambda x: jax.lax.while_loop(lambda c: c[0] < 127, lambda c: (c[0] + 77, c[1] @ x), (jnp.int8(0), x))[1],
        lambda x: jax.lax.while_loop(lambda c: c[0] < 255, lambda c: (c[0] + 2, c[1] @ x), (jnp.uint8(0), x))[1],
    ],
)
def test_loops_of_unknown_length_are_not_counted(function: Callable[..., Any]) -> None:
    with pytest.raises(UncountableError):
        flops(function)
