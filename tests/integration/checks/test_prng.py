"""The check `prng`: keys that are used more than once, and legacy keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

HEAD = """
    import jax
    import jax.numpy as jnp
    from flax import nnx

    normal, split, fold_in, key = jax.random.normal, jax.random.split, jax.random.fold_in, jax.random.key

    def solve(seed, x):
        k = key(seed)
"""
TAIL = """
        return 2 * x
"""


def write(body: str) -> str:
    """Return a solution with lines before its `return 2 * x`, from line 10 on."""
    return HEAD + "".join(f"        {line}\n" for line in body.strip("\n").splitlines()) + TAIL


LEGACY = "k = jax.random.PRNGKey(seed)\n"
GOOD = {
    "none": "",
    "once": "normal(k)",
    "split": "a, b = split(k)\nnormal(a), normal(b)",
    "split with indices": "ks = split(k, 3)\nnormal(ks[0]), normal(ks[1]), normal(ks[2])",
    "split and go on": "for _ in range(3):\n    k, a = split(k)\n    normal(a)\nnormal(k)",
    "fold in": "for i in range(3):\n    normal(fold_in(k, i))",
    "the same fold in, used once": "fold_in(k, 1)\nnormal(fold_in(k, 1))",
    "scan over keys": "jax.lax.scan(lambda c, k: (c, normal(k)), 0, split(k, 5))",
    "a key in the carry": "def step(k, _):\n    k, a = split(k)\n    return k, normal(a)\n"
    "jax.lax.scan(step, k, None, 5)",
    "fold in the step": "jax.lax.fori_loop(0, 5, lambda i, c: c + normal(fold_in(k, i)), 0.0)",
    "vmap": "jax.vmap(normal)(split(k, 4))",
    "vmap of a split": "jax.vmap(lambda k: sum(map(normal, split(k, 3))))(split(k, 4))",
    "library functions": "a, b, c = split(k, 3)\njax.random.permutation(a, x), jax.random.gamma(b, 2.0)\n"
    "jax.random.choice(c, x, replace=False), jax.random.poisson(fold_in(key(9), 1), 3.0)",
    "a library function with two ways": "jax.random.binomial(k, 3.0, 0.5)",
    "a branch": "jax.lax.cond(x[0] > 0, normal, lambda k: normal(k) + 1, k)",
    "dropout": "rngs = nnx.Rngs(seed)\nlayer = nnx.Dropout(0.5, rngs=rngs)\n"
    "layer(x), layer(x), nnx.Linear(3, 3, rngs=rngs)(x)",
    "a gradient": "a, b = split(k)\njax.grad(lambda x: (x * normal(a, x.shape)).sum())(x), normal(b)",
    "a gradient under jit": "jax.value_and_grad(jax.jit(lambda x: jnp.sin(x * normal(k, x.shape)).sum()))(x)",
    "checkpoint": "jax.grad(jax.checkpoint(lambda x: jnp.sin(x * normal(k, x.shape)).sum()))(x)",
    "a clone": "a = jax.random.clone(k)\nnormal(k), normal(a)",
    "legacy": LEGACY + "a, b = split(k)\nnormal(a), normal(fold_in(b, 1))",
    "legacy in a scan": LEGACY + "jax.lax.scan(lambda c, k: (c, normal(k)), 0, split(k, 5))",
}

BAD = {
    "twice": ("normal(k)\nnormal(k)", "reused", 11),
    "other functions": ("normal(k)\njax.random.uniform(k)", "reused", 11),
    "split twice": ("split(k)\nsplit(k)", "reused", 11),
    "the parent": ("a, b = split(k)\nnormal(k)", "parent", 11),
    "the parent of a fold": ("a = fold_in(k, 1)\nnormal(k)", "parent", 11),
    "the same fold in": ("normal(fold_in(k, 1))\nnormal(fold_in(k, 1))", "reused", 11),
    "the same index": ("ks = split(k)\nnormal(ks[0])\nnormal(ks[0])", "reused", 12),
    "one of all": ("ks = split(k, 3)\njax.vmap(normal)(ks)\nnormal(ks[2])", "reused", 12),
    "the same seed": ("normal(k)\nnormal(key(seed))", "reused", 11),
    "legacy": (LEGACY + "normal(k)\nnormal(k)", "reused", 12),
    "legacy parent": (LEGACY + "split(k)\nnormal(k)", "parent", 12),
    "legacy fold in": (LEGACY + "normal(fold_in(k, 1))\nnormal(fold_in(k, 1))", "reused", 12),
    "a Python loop": ("for _ in range(3):\n    normal(k)", "repeated", 11),
    "a Python loop with two ways": ("for _ in range(2):\n    jax.random.binomial(k, 3.0, 0.5)", "repeated", 11),
    "a scan": ("jax.lax.scan(lambda c, _: (c, normal(k)), 0, None, 5)", "repeated", 10),
    "a scan with two ways": (
        "jax.lax.scan(lambda c, _: (c, jax.random.binomial(k, 3.0, 0.5)), 0, None, 5)",
        "repeated",
        10,
    ),
    "a while loop": ("jax.lax.while_loop(lambda c: c < 9, lambda c: c + 1 + 0 * normal(k), 0.0)", "repeated", 10),
    "a function called twice": ("f = jax.jit(lambda k: normal(k))\nf(k) + f(k)", "repeated", 10),
    "a copy": ("jax.vmap(normal)(jnp.stack([k, key(9)]))\nnormal(k)", "reused", 11),
    "the parent on one line": ("normal(k) + normal(fold_in(k, 1))", "parent", 10),
    "two layers": ("nnx.Linear(3, 3, rngs=nnx.Rngs(0))\nnnx.Linear(3, 3, rngs=nnx.Rngs(0))", "reused", 11),
    "a permutation": ("jax.random.permutation(k, x)\nnormal(k)", "parent", 11),
    "taken out of JAX": ("float(normal(k))", "unreadable", 10),
}


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"seed": "int", "x": "float32[3]"},
        calls='[Call({"seed": int(rng.integers(9)), "x": rng.standard_normal(3).astype(np.float32)})]',
        checks={"prng": {}},
        reference=write(""),
        limits={"time_s": 100},
    )


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD)
def test_keys_that_are_used_once(kata: Kata, body: str) -> None:
    result = kata.result(write(body), "prng")
    assert result.passed, result.message


@pytest.mark.parametrize(("body", "code", "line"), BAD.values(), ids=BAD)
def test_keys_that_are_used_again(kata: Kata, body: str, code: str, line: int) -> None:
    result = kata.result(write(body), "prng")
    assert (result.code, result.line) == (f"prng.{code}", line), result.message


SENTENCES = {
    "twice": "Line 10 draws from a key, and line 11 draws from it again in the call: what should be independent is",
    "split twice": "Line 10 splits a key, and line 11 splits it again in the call: both give the same children. Split",
    "the parent": "Line 10 splits a key, and line 11 draws from the same key in the call. Once a key has children",
    "the parent on one line": "Line 10 draws from a key, and it also folds a number into the same key in the call.",
    "a scan": "Line 10 draws from the same key more than once in the call, so the same numbers come each time.",
}

BRANCHES = {
    "on one line": (
        (
            "def draw(k): return normal(k)\n"
            "jax.vmap(lambda x, k: jax.lax.cond(x > 0, lambda k: draw(k), lambda k: 1 + draw(k), k))(x, split(k, 3))"
        ),
        "Line 10 draws from the same key more than once in the call",
        True,
    ),
    "on two lines": (
        (
            "def first(k): return normal(k)\n"
            "def second(k): return 1 + normal(k)\n"
            "jax.vmap(lambda x, k: jax.lax.switch(jnp.int32(x > 0), [first, second], k))(x, split(k, 3))"
        ),
        "Line 10 draws from a key, and line 11 draws from it again in the call",
        True,
    ),
    "twice in one branch that alone runs": (
        "jax.lax.cond(True, lambda k: sum(normal(k) for _ in range(2)), normal, k)",
        "Line 10 draws from the same key more than once in the call",
        False,
    ),
}


@pytest.mark.parametrize(("body", "words", "told"), BRANCHES.values(), ids=BRANCHES)
def test_branches_that_all_run_are_named(kata: Kata, body: str, words: str, *, told: bool) -> None:
    message = kata.result(write(body), "prng").message
    assert message.startswith(words)
    assert ("Under `jax.vmap` all branches of a `lax.cond`" in message) == told


@pytest.mark.parametrize("name", SENTENCES)
def test_the_sentence_names_both_lines(kata: Kata, name: str) -> None:
    assert kata.result(write(BAD[name][0]), "prng").message.startswith(SENTENCES[name])


RETURNED = {
    "a child": ("a, b = jax.random.split(k)\n    return a, 2 * x + 0 * jax.random.normal(b, (3,))", "prng.ok"),
    "drawn from": (
        "a, b = jax.random.split(k)\n    return a, 2 * x + 0 * jax.random.normal(a, (3,))",
        "prng.returned",
    ),
    "among others": (
        "a = jax.random.split(k)\n    return a[0], 2 * x + 0 * jax.vmap(jax.random.normal)(a)[0]",
        "prng.returned",
    ),
    "split": ("jax.random.split(k)\n    return k, 2 * x", "prng.returned"),
    "never used": ("return k, 2 * x", "prng.ok"),
}


@pytest.fixture(scope="module")
def returning(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"k": "a key", "x": "float32[3]"},
        calls="""[Call({
            "k": __import__("jax").random.key(rng.integers(9)), "x": rng.standard_normal(3).astype(np.float32)
        })]""",
        checks={"prng": {}},
        reference=f"import jax\n\ndef solve(k, x):\n    {RETURNED['a child'][0]}\n",
        returns="tuple[a key, float32[3]]",
        limits={"time_s": 100},
    )


@pytest.mark.parametrize(("body", "code"), RETURNED.values(), ids=RETURNED)
def test_returning_a_key_is_a_use(returning: Kata, body: str, code: str) -> None:
    result = returning.result(f"import jax\n\ndef solve(k, x):\n    {body}\n", "prng")
    assert result.code == code, result.message


def test_clones_can_be_forbidden(make_kata: MakeKata) -> None:
    kata = make_kata(
        parameters={"seed": "int", "x": "float32[3]"},
        calls='[Call({"seed": int(rng.integers(9)), "x": rng.standard_normal(3).astype(np.float32)})]',
        checks={"prng": {"clones": "forbid"}},
        reference=write(""),
        limits={"time_s": 100},
    )
    assert kata.result(write(GOOD["a clone"]), "prng").code == "prng.repeated"


def test_legacy_keys_can_be_forbidden(make_kata: MakeKata) -> None:
    kata = make_kata(
        parameters={"k": "a key", "x": "float32[3]"},
        calls="""[Call({
            "k": __import__("jax").random.key(rng.integers(9)), "x": rng.standard_normal(3).astype(np.float32)
        })]""",
        checks={"prng": {"legacy": "forbid"}},
        reference="import jax\n\ndef solve(k, x):\n    return 2 * x + 0 * jax.random.normal(k, (3,))\n",
        limits={"time_s": 100},
    )
    legacy = """
        import jax

        def solve(k, x):
            old = jax.random.PRNGKey(3)
            return 2 * x + 0 * jax.random.normal(old, (3,))
    """
    result = kata.result(legacy, "prng")
    assert (result.code, result.line) == ("prng.legacy", 6)
    assert result.message.startswith("Line 6 uses an old-style key")
    wrapped = legacy.replace("jax.random.PRNGKey(3)", "jax.random.wrap_key_data(jax.random.key_data(k))")
    assert kata.verdict(wrapped) == "accepted accepted"
