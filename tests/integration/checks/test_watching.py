"""The checks `host`, `eager`, `follows`, `final_state`: answers must come from watched functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\nfrom flax import nnx\nimport functools\n"
CALLS = """[
    Call({"x": rng.uniform(1, 2, (4, 3)).astype(np.float32)}, label="first"),
    Call({"x": rng.uniform(1, 2, (4, 3)).astype(np.float32)}, label="again"),
]"""
ROWS = {
    "jitted": ("@jax.jit\ndef solve(x):\n    return jax.nn.softmax(x)", "accepted accepted"),
    "a library's function": ("soft = jax.jit(jax.nn.softmax)\ndef solve(x):\n    return soft(x)", "accepted accepted"),
    "its partial": (
        "soft = jax.jit(functools.partial(jax.nn.softmax, axis=-1))\ndef solve(x):\n    return soft(x)",
        "accepted accepted",
    ),
    "compiled ahead of time": (
        "soft = jax.jit(jax.nn.softmax).lower(jnp.zeros((4, 3))).compile()\ndef solve(x):\n    return soft(x)",
        "accepted accepted",
    ),
    "a bound method": (
        (
            "class Soft:\n    def run(self, x):\n        return jax.nn.softmax(x)\n"
            "soft = jax.jit(Soft().run)\ndef solve(x):\n    return soft(x)"
        ),
        "accepted accepted",
    ),
    "by rows, stacked": (
        "row = jax.jit(jax.nn.softmax)\ndef solve(x):\n    return jnp.stack([row(one) for one in x])",
        "wrong_structure eager.dispatches",
    ),
    "eager": ("def solve(x):\n    return jax.nn.softmax(x)", "wrong_structure eager.operation"),
    "half eager": (
        "f = jax.jit(jnp.exp)\ndef solve(x):\n    w = f(x)\n    return w / w.sum(axis=-1, keepdims=True)",
        "wrong_structure eager.operation",
    ),
    "a decoy": (
        "f = jax.jit(jax.nn.softmax)\ndef solve(x):\n    f(x)\n    return jax.nn.softmax(x)",
        "wrong_structure eager.operation",
    ),
    "a decoy times zero": (
        "f = jax.jit(jax.nn.softmax)\ndef solve(x):\n    return 0 * f(x) + jax.nn.softmax(x)",
        "wrong_structure eager.operation",
    ),
    "eager from the second call on": (
        (
            "f = jax.jit(jax.nn.softmax)\nn = 0\ndef solve(x):\n    global n\n    n += 1\n"
            "    return f(x) if n == 1 else jnp.exp(x) / jnp.exp(x).sum(axis=-1, keepdims=True)"
        ),
        "wrong_structure eager.operation",
    ),
    "NumPy beside a decoy": (
        (
            "f = jax.jit(jax.nn.softmax)\ndef solve(x):\n    f(x)\n    w = np.exp(np.asarray(x))\n"
            "    return jnp.asarray(w / w.sum(axis=-1, keepdims=True))"
        ),
        "wrong_structure follows.elsewhere",
    ),
    "NumPy, passed on": (
        (
            "f = jax.jit(lambda z: z)\ndef solve(x):\n    w = np.exp(np.asarray(x))\n"
            "    return f(w / w.sum(axis=-1, keepdims=True))"
        ),
        "wrong_structure follows.given",
    ),
    "NumPy, closed over": (
        (
            "def solve(x):\n    w = np.exp(np.asarray(x))\n    w = w / w.sum(axis=-1, keepdims=True)\n"
            "    return jax.jit(lambda z: z * 0 + w)(x)"
        ),
        "wrong_structure follows.given",
    ),
    "NumPy, passed on by a few numbers": (
        (
            "f = jax.jit(lambda *rows: jnp.stack(rows))\ndef solve(x):\n    w = np.exp(np.asarray(x))\n"
            "    return f(*(w / w.sum(axis=-1, keepdims=True)))"
        ),
        "wrong_structure follows.given",
    ),
    "a few constants": (
        (
            "f = jax.jit(lambda x, scale, shift: (jax.nn.softmax(x) / scale - shift) * scale + scale * shift)\n"
            "def solve(x):\n    return f(x, 1 / len(x[0]), 0.25)"
        ),
        "accepted accepted",
    ),
    "NumPy pads": (
        (
            "f = jax.jit(jax.nn.softmax)\ndef solve(x):\n    padded = np.full((8, 3), -7.5, np.float32)\n"
            "    padded[:4] = x\n    return f(padded)[:4]"
        ),
        "accepted accepted",
    ),
    "NumPy comes back": (
        "f = jax.jit(jax.nn.softmax)\ndef solve(x):\n    return np.asarray(f(x))",
        "invalid_output host.numpy",
    ),
    "a callback": (
        (
            "import scipy.special\ndef soft(x):\n    w = np.exp(x)\n    return w / w.sum(axis=-1, keepdims=True)\n"
            "@jax.jit\ndef solve(x):\n    return jax.pure_callback(soft, jax.ShapeDtypeStruct(x.shape, x.dtype), x)"
        ).replace("import scipy.special\n", ""),
        "wrong_structure host.callback",
    ),
    "printed while it runs": (
        "@jax.jit\ndef solve(x):\n    jax.debug.print('{}', x[0, 0])\n    return jax.nn.softmax(x)",
        "accepted accepted",
    ),
    "answers remembered by the argument's identity": (
        (
            "f = jax.jit(jax.nn.softmax)\nkept = {}\ndef solve(x):\n    if id(x) not in kept:\n"
            "        kept[id(x)] = x, f(x)\n    return kept[id(x)][1]"
        ),
        "wrong_structure follows.not_called|wrong_answer values.mismatch",
    ),
    "the first answer remembered": (
        (
            "f = jax.jit(jax.nn.softmax)\nkept = {}\ndef solve(x):\n    key = np.asarray(x).tobytes()\n"
            "    if key not in kept:\n        kept[key] = f(x)\n    return kept[key]"
        ),
        "wrong_structure follows.not_called|wrong_answer values.mismatch",
    ),
}


@pytest.fixture(scope="module")
def rows(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[N, D]"},
        calls=CALLS,
        checks={"values": {"tolerance": 16}, "eager": {"at_most": 1}, "follows": {"wrappers": ["jax.jit"]}},
        reference=f"{HEAD}\ndef solve(x):\n    return jax.nn.softmax(x)",
        canonical=f"{HEAD}\n@jax.jit\ndef solve(x):\n    return jax.nn.softmax(x)",
        returns="float32[N, D]",
    )


@pytest.mark.parametrize("name", ROWS)
def test_answers_follow_what_is_watched(rows: Kata, name: str) -> None:
    source, expected = ROWS[name]
    assert rows.verdict(HEAD + source) in expected.split("|")


@pytest.mark.parametrize(("constant", "calls"), [("0.0", 3), ("0.25", 4)])
def test_a_call_is_made_with_other_arguments_only_if_numbers_came_from_elsewhere(
    rows: Kata, constant: str, calls: int
) -> None:
    """The sample has two calls, and one of them is made once more with other outputs."""
    source = f"""
f = jax.jit(lambda x, shift: jax.nn.softmax(x + shift))
def solve(x):
    print("called")
    return f(x, {constant})
"""
    report = rows.grade(HEAD + source)
    assert (report.verdict, report.output.count("called")) == ("accepted", calls)


def test_an_operation_outside_is_told_with_its_line(rows: Kata) -> None:
    result = rows.result(HEAD + ROWS["half eager"][0], "eager")
    assert result.line == len(HEAD.splitlines()) + 4
    assert "line" in result.message
    assert "Move that line into the jitted function" in result.message


BODIES = """
    import jax
    from flax import nnx

    class Net(nnx.Module):
        def __init__(self, rngs):
            self.linear = nnx.Linear(3, 3, rngs=rngs)
            self.norm = nnx.BatchNorm(3, rngs=rngs)

        def __call__(self, x):
            return self.norm(self.linear(x))

    def make_net(seed):
        return Net(nnx.Rngs(seed))
"""
MODEL_CALLS = """[
    Call({"model": Build("make_net", {"seed": seed}), "x": rng.standard_normal((4, 3)).astype(np.float32)})
    for seed in (1, 2)
]"""
FORWARD = "@nnx.jit\ndef forward(model, x):\n    return model(x)\n"
MODELS = {
    "as it should be": (f"{FORWARD}def solve(model, x):\n    return forward(model, x)", "accepted accepted"),
    "state returned": (
        (
            "@jax.jit\ndef run(graphdef, state, x):\n    model = nnx.merge(graphdef, state)\n    y = model(x)\n"
            "    return y, nnx.state(model)\n"
            "def solve(model, x):\n    y, state = run(*nnx.split(model), x)\n    nnx.update(model, state)\n    return y"
        ),
        "accepted accepted",
    ),
    "run twice": (
        f"{FORWARD}def solve(model, x):\n    y = forward(model, x)\n    forward(model, x)\n    return y",
        "wrong_answer final_state.value",
    ),
    "a statistic set back": (
        (
            f"{FORWARD}def solve(model, x):\n    kept = model.norm.var[...]\n    y = forward(model, x)\n"
            "    model.norm.var[...] = kept\n    return y"
        ),
        "wrong_answer final_state.value",
    ),
    "a variable replaced by its twin": (
        (
            f"{FORWARD}def solve(model, x):\n    y = forward(model, x)\n"
            "    model.linear.kernel = nnx.Param(model.linear.kernel[...])\n    return y"
        ),
        "wrong_structure final_state.moved",
    ),
    "a variable more": (
        f"{FORWARD}def solve(model, x):\n    y = forward(model, x)\n    model.extra = nnx.Param(x)\n    return y",
        "wrong_structure final_state.structure",
    ),
    "changed after the call": (
        (
            f"kept = []\n{FORWARD}def solve(model, x):\n    for old in kept:\n        old.linear.bias[...] = x[0]\n"
            "    kept.append(model)\n    return forward(model, x)"
        ),
        "wrong_structure final_state.later",
    ),
    "the statistics by NumPy": (
        (
            f"{FORWARD}def solve(model, x):\n    y = forward(model, x)\n"
            "    mean = np.asarray(model.norm.mean[...])\n    model.norm.mean[...] = jnp.asarray(mean * 1)\n"
            "    return y"
        ),
        "accepted accepted",
    ),
    "parameters remembered by the model's identity": (
        (
            "kept = {}\n@jax.jit\ndef run(graphdef, params, rest, x):\n"
            "    model = nnx.merge(graphdef, params, rest)\n    y = model(x)\n"
            "    return y, nnx.state(model, nnx.BatchStat)\ndef solve(model, x):\n"
            "    graphdef, params, rest = nnx.split(model, nnx.Param, ...)\n"
            "    _, params = kept.setdefault(id(model), (model, jax.tree.map(jnp.copy, params)))\n"
            "    y, rest = run(graphdef, params, rest, x)\n    nnx.update(model, rest)\n    return y"
        ),
        "wrong_answer values.mismatch",
    ),
    "graphdefs remembered by the model's identity": (
        (
            "kept = {}\n@jax.jit\ndef run(graphdef, state, x):\n    model = nnx.merge(graphdef, state)\n"
            "    y = model(x)\n    return y, nnx.state(model, nnx.BatchStat)\ndef solve(model, x):\n"
            "    _, graphdef = kept.setdefault(id(model), (model, nnx.graphdef(model)))\n"
            "    y, rest = run(graphdef, nnx.state(model), x)\n    nnx.update(model, rest)\n    return y"
        ),
        "accepted accepted",
    ),
}


@pytest.fixture(scope="module")
def models(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"model": "Net", "x": "float32[N, D]"},
        calls=MODEL_CALLS,
        bodies=BODIES,
        checks={
            "values": {"tolerance": 64},
            "final_state": {"parameters": ["model"], "tolerance": 64},
            "follows": {"wrappers": ["nnx.jit", "jax.jit"]},
        },
        reference=f"{HEAD}\ndef solve(model, x):\n    return model(x)",
        canonical=f"{HEAD}\n{FORWARD}def solve(model, x):\n    return forward(model, x)",
        returns="float32[N, D]",
    )


@pytest.mark.parametrize("name", MODELS)
def test_models_are_compared_after_each_call(models: Kata, name: str) -> None:
    source, expected = MODELS[name]
    assert models.verdict(HEAD + source) in expected.split("|")


def test_an_output_that_equals_an_input_follows_all_the_same(make_kata: MakeKata) -> None:
    """Programs of `nnx.jit` return unchanged variables too, which stay what they are in the drawn call."""
    solution = f"{HEAD}@nnx.jit\ndef double(x):\n    return 2 * x\ndef solve(x):\n    return double(x)"
    zeros = make_kata(
        parameters={"x": "float32[N, D]"},
        returns="float32[N, D]",
        calls="""[Call({"x": np.zeros((4, 3), np.float32)}), Call({"x": np.ones((2, 3), np.float32)})]""",
        checks={"values": {"tolerance": 64}, "follows": {"wrappers": ["nnx.jit"]}},
        reference=solution,
    )
    assert zeros.verdict(solution) == "accepted accepted"
    decoy = solution.replace("return double(x)", "double(x)\n    return 2 * x")
    assert zeros.verdict(decoy) == "wrong_structure follows.elsewhere"


LIBRARY = {
    "a function": "soft = jax.jit(jax.nn.softmax)\ndef solve(x):\n    return soft(x)",
    "a part of one": "soft = jax.jit(functools.partial(jax.nn.softmax, axis=-1))\ndef solve(x):\n    return soft(x)",
    "one that is jitted itself": (
        "exp = jax.jit(jnp.exp)\ndef solve(x):\n    w = exp(x)\n    return w / w.sum(axis=-1, keepdims=True)"
    ),
    "by nnx": "soft = nnx.jit(jax.nn.softmax)\ndef solve(x):\n    return soft(x)",
    "twice": "f = jax.nn.softmax\none, two = jax.jit(f), jax.jit(f)\ndef solve(x):\n    return one(x) + 0 * two(x)",
}


@pytest.fixture(scope="module")
def traced(make_kata: MakeKata) -> Kata:
    calls = """[
        Call({"x": rng.uniform(1, 2, (4, 3)).astype(np.float32)}, traces=1, label="first"),
        Call({"x": rng.uniform(1, 2, (4, 3)).astype(np.float32)}, traces=0, label="again"),
    ]"""
    return make_kata(
        parameters={"x": "float32[N, D]"},
        returns="float32[N, D]",
        calls=calls,
        checks={"values": {"tolerance": 64}, "traces": {}},
        reference=HEAD + "@jax.jit\ndef solve(x):\n    return jax.nn.softmax(x)",
    )


@pytest.mark.parametrize("name", LIBRARY)
def test_a_library_s_function_is_traced_in_each_case_as_in_a_process_of_its_own(traced: Kata, name: str) -> None:
    """A library's function outlives a case's module, and so do its traces, unless JAX's caches are cleared."""
    assert traced.verdict(HEAD + LIBRARY[name]) == "accepted accepted"
