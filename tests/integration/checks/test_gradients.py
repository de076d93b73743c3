"""The check `gradients`: against the reference, and against finite differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.errors import PackageError, PublishRefusedError

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

RIGHT = """
    import jax
    import jax.numpy as jnp

    def solve(x, params, n):
        positive = x > 0
        root = jnp.where(positive, jnp.sqrt(jnp.where(positive, x, 1)), 0)
        return {"rows": jnp.tanh(params["kernel"] @ root) + params["bias"] ** 2, "count": positive.sum()}
"""


def change(old: str, new: str, source: str = RIGHT) -> str:
    assert old in source
    return source.replace(old, new)


RULE = """
    @jax.custom_{kind}
    def square(x):
        return x ** 2

    {rule}

    def solve("""
BACKWARD = "square.defvjp(lambda x: (square(x), x), lambda x, g: ({factor} * g * x,))"
FORWARD = "square.defjvp(lambda primals, tangents: (square(*primals), {factor} * primals[0] * tangents[0]))"


def with_rule(kind: str, factor: str) -> str:
    rule = (BACKWARD if kind == "vjp" else FORWARD).format(factor=factor)
    return change('params["bias"] ** 2', 'square(params["bias"])').replace(
        "\n    def solve(", RULE.format(kind=kind, rule=rule)
    )


UNMASKED = change("jnp.sqrt(jnp.where(positive, x, 1))", "jnp.sqrt(x)")
STOPPED = change("jnp.sqrt(jnp.where(positive, x, 1))", "jnp.sqrt(jax.lax.stop_gradient(jnp.where(positive, x, 1)))")
FIXED_BIAS = change('params["bias"] ** 2', 'jax.lax.stop_gradient(params["bias"]) ** 2')
TAKEN_OUT = change("x > 0\n", "x > 0\n        x = jnp.asarray([float(one) for one in x])\n")
LOOPED = change(
    'params["bias"] ** 2',
    "jax.lax.while_loop("
    'lambda c: c[0] < n, lambda c: (c[0] + 1, c[1] * params["bias"]), (0, params["bias"] * 0 + 1))[1]',
)
SCANNED = change(
    'params["bias"] ** 2', 'jax.lax.fori_loop(0, 2, lambda i, c: c * params["bias"], params["bias"] * 0 + 1)'
)


@pytest.fixture(scope="module")
def reverse(make_kata: MakeKata) -> Kata:
    return publish(make_kata, ["reverse"])


@pytest.fixture(scope="module")
def both(make_kata: MakeKata) -> Kata:
    return publish(make_kata, ["reverse", "forward"])


def publish(make_kata: MakeKata, modes: list[str], wrt: tuple[str, ...] = ("x", "params")) -> Kata:
    return make_kata(
        parameters={"x": "float32[N]", "params": "a dict", "n": "an int"},
        calls="""[Call({
            "x": np.array([0.0, 1.5, -1.0, 2.0], np.float32),
            "params": {
                "kernel": rng.standard_normal((3, 4)).astype(np.float32),
                "bias": rng.uniform(0.5, 2, 3).astype(np.float32),
            },
            "n": 2,
        })]""",
        checks={"gradients": {"wrt": list(wrt), "modes": modes, "order": 2, "numeric": True}},
        reference=RIGHT,
        returns="dict",
        limits={"time_s": 100},
    )


REVERSE = {
    "right": (RIGHT, "accepted"),
    "jitted": (change("    def solve", "    @jax.jit\n    def solve"), "accepted"),
    "a rule of its own": (with_rule("vjp", "2"), "accepted"),
    "a fixed loop": (SCANNED, "accepted"),
    "one percent off": (with_rule("vjp", "2.02"), "gradients.wrong"),
    "twice": (with_rule("vjp", "4"), "gradients.wrong"),
    "unmasked": (UNMASKED, "gradients.not_finite"),
    "stopped": (STOPPED, "gradients.zero"),
    "one leaf stopped": (FIXED_BIAS, "gradients.wrong"),
    "taken out of JAX": (TAKEN_OUT, "gradients.not_differentiable"),
    "a while loop": (LOOPED, "gradients.not_differentiable"),
}


@pytest.mark.parametrize(("source", "code"), REVERSE.values(), ids=REVERSE)
def test_reverse(reverse: Kata, source: str, code: str) -> None:
    assert reverse.verdict(source).split()[1] == code


BOTH = {
    "right": (RIGHT, "accepted"),
    "a rule for both": (with_rule("jvp", "2"), "accepted"),
    "a rule for reverse": (with_rule("vjp", "2"), "gradients.not_differentiable"),
    "one percent off": (with_rule("jvp", "2.02"), "gradients.wrong"),
}


@pytest.mark.parametrize(("source", "code"), BOTH.values(), ids=BOTH)
def test_both_modes(both: Kata, source: str, code: str) -> None:
    assert both.verdict(source).split()[1] == code


SENTENCES = {
    "unmasked": "The gradient with respect to `x` has a NaN or an infinity in the call.",
    "stopped": "The gradient with respect to `x` is zero everywhere in the call.",
    "one leaf stopped": "`bias` of the gradient with respect to `params` differs from the expected values in the call: "
    "`bias[",
    "taken out of JAX": "`solve` can't be differentiated. It takes a value out of JAX, by `float`",
    "a while loop": "`solve` can't be differentiated. It goes through a loop whose number of steps is only known",
}


@pytest.mark.parametrize("name", SENTENCES)
def test_the_sentence_names_the_parameter(reverse: Kata, name: str) -> None:
    assert SENTENCES[name] in reverse.result(REVERSE[name][0], "gradients").message


def test_a_rule_for_one_mode_is_told(both: Kata) -> None:
    result = both.result(with_rule("vjp", "2"), "gradients")
    assert "a `jax.custom_vjp`, which has a rule for reverse mode only" in result.message


DIVIDING = """
    import jax

    @jax.custom_vjp
    def solve(x):
        return 2 * x

    solve.defvjp(lambda x: (solve(x), x), lambda x, g: (2 * g * (len(x) - ROWS) / (len(x) - ROWS + 0 * x),))
"""


@pytest.mark.parametrize(("rows", "cleared"), [(3, True), (2, False)])
def test_zero_rows_are_named_where_there_are_some(clearing: Kata, rows: int, *, cleared: bool) -> None:
    """The weights of an output of two rows have none."""
    found = clearing.result(DIVIDING.replace("ROWS", str(rows)), "gradients")
    assert found.code == "gradients.not_finite"
    assert "Look for a division by zero and for zero times infinity in your rule: a count" in found.message
    assert ("One row of the gradient that comes in is zero here." in found.message) == cleared


@pytest.fixture(scope="module")
def clearing(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[N, 2]"},
        calls='[Call({"x": rng.standard_normal((n, 2)).astype(np.float32)}) for n in (3, 2)]',
        checks={"gradients": {"wrt": ["x"], "zero_rows": True}},
        reference="def solve(x):\n    return 2 * x\n",
    )


def test_a_reference_with_a_wrong_rule_is_refused(make_kata: MakeKata) -> None:
    with pytest.raises(PublishRefusedError, match=r"gradients\.numeric"):
        make_kata(
            parameters={"x": "float32[N]"},
            calls='[Call({"x": rng.standard_normal(50).astype(np.float32)})]',
            checks={"gradients": {"wrt": ["x"], "numeric": True}},
            reference="import jax\n\n@jax.custom_vjp\ndef solve(x):\n    return x ** 2\n\n"
            "solve.defvjp(lambda x: (solve(x), x), lambda x, g: (2.02 * g * x,))\n",
        )


def test_a_parameter_that_has_no_gradient_is_refused(make_kata: MakeKata) -> None:
    with pytest.raises(PublishRefusedError, match=r"the check gradients can't be made on reference\.py"):
        publish(make_kata, ["reverse"], ("n",))


def test_a_parameter_that_is_not_there_is_refused(make_kata: MakeKata) -> None:
    with pytest.raises(PackageError, match="'y' is not a parameter"):
        publish(make_kata, ["reverse"], ("y",))


BOTH_OR_NONE = """
    import jax
    import jax.numpy as jnp
    from jax.custom_derivatives import SymbolicZero

    @jax.custom_jvp
    def solve(x, y):
        return x * jnp.sin(y)

    def rule(primals, tangents):
        (x, y), (by_x, by_y) = primals, tangents
        if isinstance(by_x, SymbolicZero) or isinstance(by_y, SymbolicZero):
            return x * jnp.sin(y), jnp.zeros_like(x)
        return x * jnp.sin(y), jnp.sin(y) * by_x + x * jnp.cos(y) * by_y

    solve.defjvp(rule, symbolic_zeros=True)
"""


@pytest.mark.parametrize("mode", ["reverse", "forward"])
def test_each_parameter_is_differentiated_alone_too(make_kata: MakeKata, mode: str) -> None:
    reference = "import jax.numpy as jnp\n\ndef solve(x, y):\n    return x * jnp.sin(y)\n"
    kata = make_kata(
        parameters={"x": "float32[N]", "y": "float32[N]"},
        calls="[Call({name: rng.uniform(0.5, 2, 3).astype(np.float32) for name in 'xy'}) for _ in range(2)]",
        checks={"gradients": {"wrt": ["x", "y"], "modes": [mode]}},
        reference=reference,
        returns="float32[N]",
    )
    assert kata.result(reference, "gradients").code == "gradients.ok"
    result = kata.result(BOTH_OR_NONE, "gradients")
    assert result.code == "gradients.zero"
    assert "with respect to each parameter alone. Something stops it" in result.message
