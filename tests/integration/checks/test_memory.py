"""The checks `donation` and `remat`, on real programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from grader.errors import PackageError

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

HEAD = """
    import functools
    import jax
    import jax.numpy as jnp
"""
DONATED = f"""{HEAD}
    @functools.partial(jax.jit, donate_argnums=0)
    def solve(state, xs):
        return {{"a": state["a"] + xs, "b": state["b"] * 2}}
"""
BY_NAME = f"""{HEAD}
    @functools.partial(jax.jit, donate_argnames=("old",))
    def update(old, xs):
        return jax.tree.map(jnp.add, old, {{"a": xs, "b": old["b"]}})

    def solve(state, xs):
        return update(state, xs)
"""
KEPT = f"""{HEAD}
    @jax.jit
    def solve(state, xs):
        return {{"a": state["a"] + xs, "b": state["b"] * 2}}
"""
HALF = f"""{HEAD}
    add = jax.jit(jnp.add, donate_argnums=0)

    def solve(state, xs):
        return {{"a": add(state["a"], xs), "b": state["b"] * 2}}
"""
OTHER = f"""{HEAD}
    @functools.partial(jax.jit, donate_argnums=1)
    def solve(state, xs):
        return {{"a": state["a"] + xs, "b": state["b"] * 2}}
"""
TOO_MANY = f"""{HEAD}
    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def solve(state, xs):
        return {{"a": state["a"] + xs, "b": state["b"] * 2}}
"""
DELETED = f"""{HEAD}
    def solve(state, xs):
        result = {{"a": state["a"] + xs, "b": state["b"] * 2}}
        jax.block_until_ready(result)
        for array in state.values():
            array.delete()
        return result
"""
ONCE = (
    DONATED
    + """
    jitted, calls = solve, []

    def solve(state, xs):
        calls.append(1)
        if len(calls) > 1:
            raise ValueError("only once")
        return jitted(state, xs)
"""
)


@pytest.fixture(scope="module")
def donation(make_kata: MakeKata) -> Kata:
    array = "rng.standard_normal(64).astype(np.float32)"
    return make_kata(
        parameters={"state": "dict of float32[N]", "xs": "float32[N]"},
        calls=f'[Call({{"state": {{"a": {array}, "b": {array}}}, "xs": {array}}})]',
        checks={"donation": {"parameters": ["state"]}},
        reference=DONATED,
        returns="dict of float32[N]",
    )


DONATIONS = {
    "donated": (DONATED, "accepted accepted"),
    "donated by name, inside": (BY_NAME, "accepted accepted"),
    "kept": (KEPT, "wrong_structure donation.kept"),
    "one of two": (HALF, "wrong_structure donation.kept"),
    "another": (OTHER, "wrong_structure donation.other"),
    "more than there are results": (TOO_MANY, "wrong_structure donation.in_vain"),
    "deleted by hand": (DELETED, "wrong_structure donation.copied"),
    "only once": (ONCE, "wrong_structure donation.failed"),
}


@pytest.mark.parametrize(("source", "verdict"), DONATIONS.values(), ids=DONATIONS)
def test_donation(donation: Kata, source: str, verdict: str) -> None:
    assert donation.verdict(source) == verdict


def test_the_sentences_of_donation_name_the_parameter(donation: Kata) -> None:
    assert "`state` still holds its memory after the call (1 of 2 arrays)" in donation.result(HALF, "donation").message
    assert "Donate only `state`." in donation.result(OTHER, "donation").message


def test_inputs_are_unchanged_or_donated(make_kata: MakeKata) -> None:
    with pytest.raises(PackageError, match="`donation` and `inputs_unchanged` exclude each other"):
        make_kata(
            parameters={"xs": "float32[N]"},
            calls="[]",
            checks={"donation": {"parameters": ["xs"]}, "inputs_unchanged": {}},
            reference=DONATED,
        )


BLOCKS = f"""{HEAD}
    @jax.checkpoint
    def layer(w, x):
        return jnp.tanh(jnp.sin(x @ w)) * jnp.cos(x)

    def solve(weights, x):
        for w in weights:
            x = layer(w, x)
        return x.sum()
"""
SCANNED = f"""{HEAD}
    def layer(x, w):
        return jnp.tanh(jnp.sin(x @ w)) * jnp.cos(x), None

    @jax.jit
    def solve(weights, x):
        return jax.lax.scan(jax.checkpoint(layer), x, weights)[0].sum()
"""
PLAIN = BLOCKS.replace("@jax.checkpoint", "@jax.jit")
SAVES_ALL = BLOCKS.replace(
    "@jax.checkpoint", "@functools.partial(jax.checkpoint, policy=jax.checkpoint_policies.everything_saveable)"
)
NUMPY = BLOCKS.replace("return x.sum()", "return jnp.asarray(float(x.sum()))")


def make_remat(make_kata: MakeKata, **keys: object) -> Kata:
    checks: dict[str, Any] = {"values": {"tolerance": 64}, "remat": keys}
    weights, x = "rng.standard_normal((3, 8, 8))", "rng.standard_normal((4, 8))"
    return make_kata(
        parameters={"weights": "float32[L, D, D]", "x": "float32[N, D]"},
        calls=f'[Call({{"weights": {weights}.astype(np.float32), "x": {x}.astype(np.float32)}})]',
        checks=checks,
        reference=BLOCKS,
        returns="float32[]",
    )


@pytest.fixture(scope="module")
def remat(make_kata: MakeKata) -> Kata:
    return make_remat(make_kata, parameters=["weights"], max_residuals="L * (N * D + D * D)", max_ratio=1.5)


REMATS = {
    "blocks": (BLOCKS, "accepted accepted"),
    "scanned": (SCANNED, "accepted accepted"),
    "plain": (PLAIN, "wrong_structure remat.none"),
    "saves all": (SAVES_ALL, "wrong_structure remat.residuals"),
    "numpy": (NUMPY, "wrong_structure remat.unreadable"),
}


@pytest.mark.parametrize(("source", "verdict"), REMATS.values(), ids=REMATS)
def test_remat(remat: Kata, source: str, verdict: str) -> None:
    assert remat.verdict(source) == verdict


def test_the_sentences_of_remat_say_how_much_is_kept(remat: Kata) -> None:
    kept: Any = remat.result(BLOCKS, "remat").data
    assert kept["residuals"] == kept["reference"]
    more = remat.result(SAVES_ALL, "remat")
    assert "elements for the backward pass, the largest array float32[" in more.message


def test_other_ways_to_keep_little_can_be_allowed(make_kata: MakeKata) -> None:
    kata = make_remat(make_kata, checkpoint=False, max_ratio=9)
    assert kata.verdict(PLAIN) == "accepted accepted"
