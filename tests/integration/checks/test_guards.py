"""The checks `leaks`, `nans` and `promotion`: JAX's own guards, with our messages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

RIGHT = """
    import jax
    import jax.numpy as jnp

    @jax.jit
    def weigh(x, scale):
        logs = jnp.log(jnp.where(x > 0, x, 1))
        return jnp.where(x > 0, logs, 0) * scale[None, :]

    def solve(x, scale):
        return weigh(x, scale)
"""
WITH_A_LAYER = """
    import jax
    import jax.numpy as jnp
    from flax import nnx

    def solve(x, scale):
        model = nnx.Linear(4, 4, rngs=nnx.Rngs(0))
        norm = nnx.LayerNorm(4, rngs=nnx.Rngs(0))
        untouched = nnx.jit(lambda model, norm, x: norm(model(x)))(model, norm, x) * 0
        gradient = nnx.grad(lambda model, x: model(x).sum())(model, x)
        halves = nnx.Linear(4, 4, rngs=nnx.Rngs(0), dtype=jnp.bfloat16)(x).astype(jnp.float32) * 0
        mixed = model(x.astype(jnp.bfloat16)) * 0
        loop = jax.lax.scan(lambda carry, row: (carry + row, carry), jnp.zeros(4), x)[1] * 0
        safe = jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1)), 0) * scale[None, :]
        return safe + untouched + halves + mixed + loop + gradient["kernel"][...].sum() * 0
"""


def change(old: str, new: str) -> str:
    assert old in RIGHT
    return RIGHT.replace(old, new)


KEPT_IN_A_LIST = change("    @jax.jit", "    KEPT = []\n\n    @jax.jit").replace(
    "        return jnp", "        KEPT.append(logs)\n        return jnp"
)
KEPT_IN_A_CLASS = change("    @jax.jit", "    class Kept:\n        last = None\n\n    @jax.jit").replace(
    "        return jnp", "        Kept.last = logs\n        return jnp"
)
KEPT_BY_VMAP = (
    KEPT_IN_A_LIST.replace("@jax.jit", "@jax.vmap")
    .replace("weigh(x, scale)\n", "weigh(x, jnp.tile(scale, (4, 1)))\n")
    .replace("def weigh(x, jnp.tile(scale, (4, 1)))", "def weigh(x, scale)")
    .replace("scale[None, :]", "scale")
)
FORGETS = change("        return jnp", "        kept = [logs]\n        kept.clear()\n        return jnp")
MASKED = change("jnp.log(jnp.where(x > 0, x, 1))", "jnp.log(x)")
EAGER_MASKED = MASKED.replace("    @jax.jit\n", "")
INFINITE = change("jnp.log(jnp.where(x > 0, x, 1))", "jnp.log(jnp.where(x > 0, x, 0))")
MIXES_DTYPES = change("* scale[None, :]", "* (x > 0) * scale[None, :]")
MIXES_HALVES = change("scale[None, :]", "scale[None, :] * jnp.ones((1, 4), jnp.bfloat16)")
MIXES_RANKS = change("scale[None, :]", "scale")
COUNTS_IN_FLOATS = change("* scale[None, :]", "* scale[None, :] + 0 * (jnp.arange(4) * 0.5)[None, :]")
FAILS_LATER = change("    def solve(", "    CALLS = []\n\n    def solve(").replace(
    "return weigh(x, scale)",
    "assert not jax.config.jax_check_tracer_leaks\n        return weigh(x, scale)",
)
NOT_TRACED = change("return weigh(x, scale)", "return weigh(x, scale) * float(jnp.exp(scale[0] * 0))")
NOT_TRACED_NAN = NOT_TRACED.replace("jnp.log(jnp.where(x > 0, x, 1))", "jnp.log(x)").replace("    @jax.jit\n", "")
MULTIPLIES = """
    import jax
    import jax.numpy as jnp
    from functools import partial
    from jax import lax

    wide = partial(jnp.{name}, preferred_element_type=jnp.float32)

    def solve(x, scale):
        halves = x.astype(jnp.bfloat16)
        product = {product}
        return jnp.where(x > 0, jnp.log(jnp.where(x > 0, x, 1)), 0) * scale[None, :] + 0 * product
"""
MIXED_PRODUCTS = {
    name: MULTIPLIES.format(name=name.split()[0], product=product)
    for name, product in {
        "matmul": "wide(x, halves)",
        "einsum": "wide('ij,kj->ik', x, halves)",
        "einsum of an einsum": "wide('ij,jk->ik', wide('ij,jk->ik', halves, halves), halves)",
        "dot in a scan": "lax.scan(lambda rows, _: (lax.dot(rows, halves), None), x, length=2)[0]",
        "dot under jit and vmap": "jax.vmap(jax.jit(lambda row: wide(row, halves)))(x)",
        "dot in a derivative": "jax.grad(lambda x: wide(x, halves).sum())(x)",
        "dot in a scope": "jax.named_scope('transpose')(wide)(x, halves)",
        "dot of groups": "lax.ragged_dot(x, halves[None], jnp.array([4]))",
    }.items()
}
EQUAL_PRODUCTS = {
    name: MULTIPLIES.format(name=name.split()[0], product=product)
    for name, product in {
        "matmul": "wide(halves, halves)",
        "einsum of three": "wide('ij,jk,kl->li', halves, halves, halves)",
        "dot and its derivative": "jax.grad(jax.jit(lambda x: wide(x, x).sum()))(halves).astype('float32')",
    }.items()
}
IN_A_SCAN = change(
    "        logs = jnp.log(jnp.where(x > 0, x, 1))\n",
    """
        def step(carry, row):
            return carry, jnp.where(row > 0, jnp.log(row), 0)

        logs = jax.lax.scan(step, 0, x)[1]
""",
).replace("        logs = jax", "        logs = jax")
IN_A_BRANCH = change(
    "jnp.log(jnp.where(x > 0, x, 1))", "jax.lax.cond(x[0, 0] > 9, lambda x: x, lambda x: jnp.log(x), x)"
)
NOT_IN_THIS_BRANCH = RIGHT.replace(
    "        return jnp.where",
    "        jax.lax.cond(x[0, 0] > 9, lambda x: jnp.log(x), lambda x: x, x)\n        return jnp.where",
)


SWITCHED = MIXES_DTYPES.replace(
    "        return jnp", "        with jax.numpy_dtype_promotion('standard'):\n          return jnp"
)
SWITCHED_AROUND = MIXES_RANKS.replace(
    "        return weigh", "        with jax.numpy_rank_promotion('allow'):\n          return weigh"
)
STRICTER = RIGHT.replace(
    "        return weigh", "        with jax.numpy_dtype_promotion('strict'):\n          return weigh"
)
LOOKS = RIGHT.replace(
    "        return weigh",
    "        hook = jax.numpy_dtype_promotion._update_thread_local_hook\n"
    "        assert hook is None or (type(hook) is type({}.get) and type(hook.__self__) is dict)\n"
    "        return weigh",
)
DRAWS = RIGHT.replace(
    "        return jnp.where", "        jax.random.normal(jax.random.key(0), (3,))\n        return jnp.where"
)


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[4, 4]", "scale": "float32[4]"},
        calls='[Call({"x": rng.standard_normal((4, 4)).astype(np.float32), "scale": np.ones(4, np.float32)})]',
        checks={"leaks": {}, "nans": {"infinities": True}, "promotion": {}},
        reference=RIGHT,
        limits={"time_s": 100},
    )


VERDICTS = {
    "right": (RIGHT, "accepted"),
    "layers": (WITH_A_LAYER, "accepted"),
    "kept for a moment": (FORGETS, "accepted"),
    "kept in a list": (KEPT_IN_A_LIST, "leaks.leaked"),
    "kept under vmap": (KEPT_BY_VMAP, "leaks.leaked"),
    "kept in a class": (KEPT_IN_A_CLASS, "leaks.leaked"),
    "a masked NaN": (MASKED, "nans.made"),
    "a masked NaN, eagerly": (EAGER_MASKED, "nans.made"),
    "an infinity": (INFINITE, "nans.infinity"),
    "an error under a guard": (FAILS_LATER, "leaks.raised"),
    "not traced": (NOT_TRACED, "accepted"),
    "a NaN, not traced": (NOT_TRACED_NAN, "nans.made"),
    "a NaN in a scan": (IN_A_SCAN, "nans.made"),
    "a NaN in a branch": (IN_A_BRANCH, "nans.made"),
    "a NaN in a branch not taken": (NOT_IN_THIS_BRANCH, "accepted"),
    "booleans and floats": (MIXES_DTYPES, "promotion.dtype"),
    "halves and floats": (MIXES_HALVES, "promotion.dtype"),
    "integers and a Python float": (COUNTS_IN_FLOATS, "promotion.dtype"),
    **{f"a mixed product, {name}": (source, "promotion.dtype") for name, source in MIXED_PRODUCTS.items()},
    **{f"an equal product, {name}": (source, "accepted") for name, source in EQUAL_PRODUCTS.items()},
    "ranks": (MIXES_RANKS, "promotion.rank"),
    "a rule switched off": (SWITCHED, "promotion.switched"),
    "a rule switched off around a function": (SWITCHED_AROUND, "promotion.switched"),
    "a rule switched on": (STRICTER, "accepted"),
    "a look at the hook, which leads to nothing of the harness": (LOOKS, "accepted"),
    "a rule that JAX switches off": (DRAWS, "accepted"),
}


@pytest.mark.parametrize(("source", "code"), VERDICTS.values(), ids=VERDICTS)
def test_guards(kata: Kata, source: str, code: str) -> None:
    assert kata.verdict(source).split()[1] == code


SENTENCES = {
    "leaks": (KEPT_IN_A_LIST, "A value from inside `weigh` (line 7) is still held by `KEPT` after JAX has finished", 7),
    "nans": (MASKED, "`log` on line 7 produces a NaN in the call. A `where` after it hides the NaN", 7),
    "promotion": (
        MIXES_RANKS,
        "Line 8 has `multiply` combine the shapes (4, 4) and (4,), and JAX silently adds leading axes",
        8,
    ),
}


@pytest.mark.parametrize("check", SENTENCES)
def test_the_sentence_names_line_and_operands(kata: Kata, check: str) -> None:
    source, words, line = SENTENCES[check]
    result = kata.result(source, check)
    assert words in result.message
    assert result.line == line


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (MIXES_DTYPES, "Line 8 mixes bool and float32, and JAX silently converts"),
        (MIXES_HALVES, "Line 8 mixes bfloat16 and float32, and JAX silently converts"),
        (COUNTS_IN_FLOATS, "Line 8 mixes int32 and a Python float, and JAX silently converts"),
        (MIXED_PRODUCTS["dot in a scan"], "Line 11 mixes bfloat16 and float32, and JAX silently converts"),
    ],
)
def test_the_sentence_names_the_dtypes(kata: Kata, source: str, words: str) -> None:
    assert words in kata.result(source, "promotion").message
