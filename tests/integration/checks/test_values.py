"""The check `values`, on real outputs: pytrees, NaNs in the reference, random keys, bits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader.errors import PublishRefusedError

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

TREE = """
    import jax
    import jax.numpy as jnp

    def solve(x, key):
        params = {"kernel": jnp.outer(x, x), "bias": jnp.log(x)}
        return {"params": params, "moments": (x.mean(), [x.astype(jnp.bfloat16), x > 0]), "key": jax.random.split(key)}
"""
CALLS = """[Call({
    "x": np.array([1, 0, -1, 2], np.float32), "key": __import__("jax").random.key(rng.integers(99))
})]"""


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[4]", "key": "a random key"},
        calls=CALLS,
        checks={"values": {"nans": "as_reference"}, "inputs_unchanged": {}},
        reference=TREE,
        returns="dict",
    )


VARIANTS = {
    "the same": ("", "", "accepted"),
    "other operations": ("jnp.outer(x, x)", "x[:, None] * x", "accepted"),
    "an element": ("jnp.outer(x, x)", "jnp.outer(x, x).at[3, 1].set(0.5)", "values.mismatch"),
    "no NaN": ("jnp.log(x)", "jnp.nan_to_num(jnp.log(x))", "values.not_finite"),
    "NaN everywhere": ("jnp.outer(x, x)", "jnp.outer(x, x) * jnp.nan", "values.not_finite"),
    "a NaN too many": ("jnp.log(x)", "jnp.log(x).at[0].set(jnp.nan)", "values.not_finite"),
    "another dtype": ("x.astype(jnp.bfloat16)", "x", "values.dtype"),
    "another boolean": ("x > 0", "x >= 0", "values.mismatch"),
    "another shape": ("x.mean()", "x.mean(keepdims=True)", "values.shape"),
    "another structure": ("(x.mean(), [", "([x.mean()], [", "values.structure"),
    "another key": ("split(key)", "split(jax.random.fold_in(key, 0))", "values.mismatch"),
    "raw words of a key": ("jax.random.split(key)", "jax.random.key_data(jax.random.split(key))", "values.shape"),
    "zeros": ("jnp.outer(x, x)", "jnp.zeros((4, 4))", "values.mismatch"),
}
SENTENCES = {
    "an element": "`params/kernel` of the output differs from the expected values in the call: "
    "`params/kernel[3,1]` is 0.5, expected 0.0.",
    "no NaN": "`params/bias` of the output lacks a NaN or an infinity that the reference has",
    "another dtype": "`moments[1][0]` of the output has dtype float32; bfloat16 is expected in the call.",
    "another boolean": "`moments[1][1][1]` is True, expected False.",
    "another structure": "`moments[0]` of the output is a list of 1; an array float32[] is expected in the call.",
}


@pytest.mark.parametrize(("old", "new", "code"), VARIANTS.values(), ids=VARIANTS)
def test_values(kata: Kata, old: str, new: str, code: str) -> None:
    assert kata.verdict(TREE.replace(old, new)).endswith(code)


@pytest.mark.parametrize("name", SENTENCES)
def test_the_leaf_is_named(kata: Kata, name: str) -> None:
    old, new, _ = VARIANTS[name]
    assert SENTENCES[name] in kata.result(TREE.replace(old, new), "values").message


def test_a_nan_of_the_reference_is_refused_where_none_is_allowed(make_kata: MakeKata) -> None:
    with pytest.raises(PublishRefusedError, match=r"NaN .* checks\.values\.nans, is `never`"):
        make_kata(
            parameters={"x": "float32[4]", "key": "a random key"},
            calls=CALLS,
            checks={},
            reference=TREE,
            returns="dict",
        )


def test_every_bit_can_be_asked_for(make_kata: MakeKata) -> None:
    reference = """
        import jax.numpy as jnp

        def solve(x):
            return jnp.sum(x, dtype=jnp.float32)
    """
    kata = make_kata(
        parameters={"x": "float32[N]"},
        calls='[Call({"x": rng.standard_normal(32).astype(np.float32)})]',
        checks={"values": {"match": "bit_equal", "tolerance": 1e6}},
        reference=reference,
        returns="float32[]",
    )
    assert kata.verdict(reference) == "accepted accepted"
    close = "wrong_answer values.rounding"
    assert (
        kata.verdict(reference.replace("jnp.sum(x, dtype=jnp.float32)", "jnp.sum(x) * jnp.float32(1.0000001)")) == close
    )
