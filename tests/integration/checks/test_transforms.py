"""The checks `wrapped_by` and `modes`, on real submissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

HEAD = "import jax\nimport jax.numpy as jnp\nfrom flax import nnx\n"
CALLS = """[
    Call({"x": rng.standard_normal(3).astype(np.float32), "steps": 3}, label="first"),
    Call({"x": rng.standard_normal(3).astype(np.float32), "steps": 2}, label="second"),
]"""
STEP = "def step(x):\n    return 0.5 * jnp.tanh(x)\n"
LOOP = "def solve(x, steps):\n    for _ in range(steps):\n        x = fast(x)\n    return x\n"
JAX = f"{HEAD}\n{STEP}\nfast = jax.jit(step)\n{LOOP}"
NNX = f"{HEAD}\n{STEP}\nfast = nnx.jit(step)\n{LOOP}"
DECORATED = f"{HEAD}\n@jax.jit\n{STEP}\n{LOOP.replace('fast', 'step')}"
JAX_WRAPPED = {
    "jax.jit": (JAX, "wrapped_by.ok"),
    "a decorator": (DECORATED, "wrapped_by.ok"),
    "a decorator with options": (DECORATED.replace("@jax.jit", "@jax.jit(inline=True)"), "wrapped_by.ok"),
    "again while JAX traces": (
        (
            f"{HEAD}\n{STEP}\nfast = jax.jit(step)\n\n@jax.jit(static_argnums=1)\n"
            "def run(x, steps):\n    for _ in range(steps):\n        x = jax.jit(step)(x)\n    return x\n\n"
            "def solve(x, steps):\n    return run(fast(x), steps - 1)"
        ),
        "wrapped_by.ok",
    ),
    "nnx.jit": (NNX, "wrapped.wrong_wrapper"),
    "nothing": (f"{HEAD}\n{STEP}\n{LOOP.replace('fast', 'step')}", "wrapped.not_wrapped"),
    "another function": (
        f"{HEAD}\n{STEP}\n@jax.jit\n{LOOP.replace('fast', 'step').replace('solve', 'inner').replace('steps', 'n')}"
        "\ndef solve(x, steps):\n    return inner(x, 3)".replace("@jax.jit", "@jax.jit(static_argnums=1)"),
        "wrapped.not_wrapped",
    ),
    "not called": (JAX.replace("x = fast(x)", "x = step(x)"), "wrapped.not_used"),
    "under two names": (f"{JAX}\nstep = fast\nquick = fast\n", "wrapped_by.ok"),
    "in each call": (f"{HEAD}\n{STEP}\n{LOOP.replace('fast', 'jax.jit(step)')}", "wrapped.rewrapped"),
    "once in each call": (
        f"{HEAD}\n{STEP}\n{LOOP.replace('    for _', '    fast = jax.jit(step)' + chr(10) + '    for _')}",
        "wrapped.rewrapped",
    ),
}
RULE = "solve.defvjp(lambda x: (solve(x), x), lambda x, g: (g * x,))\n"
ENTRY = "def solve(x):\n    return 0.5 * x * x\n"
ENTRY_WRAPPED = {
    "jax.jit outside": (f"{HEAD}\n@jax.jit\n@jax.checkpoint\n{ENTRY}", "wrapped_by.ok"),
    "another name inside": (
        f"{HEAD}\n{ENTRY.replace('solve', '_inner')}\nsolve = fast = jax.jit(_inner)\n",
        "wrapped_by.ok",
    ),
    "jax.jit inside": (f"{HEAD}\n@jax.custom_vjp\n@jax.jit\n{ENTRY}\n{RULE}", "wrapped.not_wrapped"),
    "called by a plain function": (
        f"{HEAD}\n{ENTRY.replace('solve', '_inner')}\nfast = jax.jit(_inner)\n\ndef solve(x):\n    return fast(x)\n",
        "wrapped.not_wrapped",
    ),
}
NNX_WRAPPED = {
    "nnx.jit": (NNX, "wrapped_by.ok"),
    "once in each call": (
        f"{HEAD}\n{STEP}\n{LOOP.replace('    for _', '    fast = nnx.jit(step)' + chr(10) + '    for _')}",
        "wrapped_by.ok",
    ),
    "in each step": (f"{HEAD}\n{STEP}\n{LOOP.replace('fast', 'nnx.jit(step)')}", "wrapped.rewrapped"),
    "called once": (
        (
            f"{HEAD}\n{STEP}\nfast = nnx.jit(step)\n"
            "def solve(x, steps):\n    x = fast(x)\n    for _ in range(steps - 1):\n        x = step(x)\n    return x"
        ),
        "wrapped.too_seldom",
    ),
    "all in the first call": (
        (
            f"{HEAD}\n@nnx.jit\ndef fast(x, left):\n"
            "    x = jax.lax.fori_loop(0, left, lambda _, x: 0.5 * jnp.tanh(x), x)\n    return x, left * 0\n"
            "def solve(x, steps):\n    left = jnp.asarray(steps)\n"
            "    for _ in range(steps):\n        x, left = fast(x, left)\n    return x\n"
        ),
        "wrapped.idle",
    ),
    "called once more": (NNX.replace("    return x\n", "    fast(x)\n    return x\n"), "wrapped.too_often"),
    "jax.jit": (JAX, "wrapped.wrong_wrapper"),
    "jit switched off": (
        NNX.replace("    for _", "    with jax.disable_jit():\n      for _").replace("x = fast", "  x = fast"),
        "wrapped.not_used",
    ),
    "not called": (NNX.replace("x = fast(x)", "x = step(x)"), "wrapped.not_used"),
}


MODEL_BODIES = """
    from flax import nnx

    class Net(nnx.Module):
        def __init__(self, rngs):
            self.linear = nnx.Linear(3, 2, rngs=rngs)

        def __call__(self, x):
            return self.linear(x)

    def make_net(seed):
        return Net(nnx.Rngs(seed))
"""
MODEL_CALLS = """[
    Call({"model": Build("make_net", {"seed": seed}), "x": rng.standard_normal(3).astype(np.float32)}, label=label)
    for seed, label in enumerate(("first", "second"))
]"""
RUN = f"{HEAD}\n@nnx.jit\ndef run(model, x):\n    return model(x)\n\n"
TAKING = {
    "the model": (f"{RUN}def solve(model, x):\n    return run(model, x)", "wrapped_by.ok"),
    "by keyword": (f"{RUN}def solve(model, x):\n    return run(x=x, model=model)", "wrapped_by.ok"),
    "in a tuple": (
        (
            f"{RUN.replace('model, x', 'both').replace('model(x)', 'both[0](both[1])')}"
            "def solve(model, x):\n    return run((model, x))"
        ),
        "wrapped_by.ok",
    ),
    "in another module": (
        (
            f"{RUN}class Whole(nnx.Module):\n    def __init__(self, net):\n        self.net = net\n\n"
            "    def __call__(self, x):\n        return self.net(x)\n\n"
            "def solve(model, x):\n    return run(Whole(model), x)"
        ),
        "wrapped_by.ok",
    ),
    "cached": (
        f"{RUN}def solve(model, x):\n    return nnx.cached_partial(run, model)(x)",
        "wrapped_by.ok",
    ),
    "beside a function that needs no model": (
        (
            f"{RUN}@nnx.jit\ndef flatten(y):\n    return y.reshape(-1)\n\n"
            "def solve(model, x):\n    return flatten(run(model, x))"
        ),
        "wrapped_by.ok",
    ),
    "its state": (
        (
            f"{HEAD}\ngraphs = []\n\n@nnx.jit\ndef run(state, x):\n    return nnx.merge(*graphs, state)(x)\n\n"
            "def solve(model, x):\n    graphs[:] = [nnx.graphdef(model)]\n    return run(nnx.state(model), x)"
        ),
        "wrapped.no_model",
    ),
    "its arrays": (
        (
            f"{HEAD}\n@nnx.jit\ndef run(kernel, bias, x):\n    return x @ kernel + bias\n\n"
            "def solve(model, x):\n    return run(model.linear.kernel[...], model.linear.bias[...], x)"
        ),
        "wrapped.no_model",
    ),
    "nothing": (
        (
            f"{HEAD}\ndef solve(model, x):\n    kernel, bias = model.linear.kernel[...], model.linear.bias[...]\n"
            "    return nnx.jit(lambda x: x @ kernel + bias)(x)"
        ),
        "wrapped.no_model",
    ),
}


def make_wrapped(make_kata: MakeKata, spec: dict[str, Any], reference: str) -> Kata:
    return make_kata(
        parameters={"x": "float32[3]", "steps": "int"},
        calls=CALLS,
        checks={"wrapped_by": spec},
        reference=reference,
    )


@pytest.fixture(scope="module")
def by_jax(make_kata: MakeKata) -> Kata:
    return make_wrapped(make_kata, {"wrappers": ["jax.jit"], "function": "step", "rewrap": "never"}, JAX)


@pytest.fixture(scope="module")
def by_nnx(make_kata: MakeKata) -> Kata:
    return make_wrapped(make_kata, {"wrappers": ["nnx.jit"], "at_least": "steps", "at_most": "steps"}, NNX)


@pytest.fixture(scope="module")
def entry(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"x": "float32[3]"},
        calls="""[Call({"x": rng.standard_normal(3).astype(np.float32)}, label="first")]""",
        checks={"wrapped_by": {"wrappers": ["jax.jit"], "function": "solve"}},
        reference=f"{HEAD}\n@jax.jit\n{ENTRY}",
    )


@pytest.mark.parametrize(("source", "code"), JAX_WRAPPED.values(), ids=JAX_WRAPPED)
def test_a_function_wrapped_once_by_jax(by_jax: Kata, source: str, code: str) -> None:
    assert by_jax.result(source, "wrapped_by").code == code


@pytest.mark.parametrize(("source", "code"), NNX_WRAPPED.values(), ids=NNX_WRAPPED)
def test_a_function_wrapped_by_nnx(by_nnx: Kata, source: str, code: str) -> None:
    assert by_nnx.result(source, "wrapped_by").code == code


def test_the_sentence_names_the_line(by_jax: Kata) -> None:
    found = by_jax.result(JAX_WRAPPED["in each call"][0], "wrapped_by")
    assert found.message.startswith("`step` was wrapped 3 times in call 1 (first). JAX has to look for its program")
    assert found.line == 10


def test_a_new_wrapper_of_nnx_starts_with_an_empty_cache(by_nnx: Kata) -> None:
    found = by_nnx.result(NNX_WRAPPED["in each step"][0], "wrapped_by")
    assert "A new wrapper starts with an empty cache: wrap once" in found.message


@pytest.mark.parametrize(("source", "code"), ENTRY_WRAPPED.values(), ids=ENTRY_WRAPPED)
def test_the_entry_point_itself_is_wrapped(entry: Kata, source: str, code: str) -> None:
    assert entry.result(source, "wrapped_by").code == code


def test_what_lies_around_the_jitted_function_is_told(entry: Kata) -> None:
    found = entry.result(ENTRY_WRAPPED["jax.jit inside"][0], "wrapped_by")
    assert "`solve` is not what `jax.jit` returned: something else lies around the jitted function" in found.message


def test_where_another_function_is_wrapped_it_is_named(by_jax: Kata) -> None:
    told = {name: by_jax.result(JAX_WRAPPED[name][0], "wrapped_by").message for name in ("another function", "nothing")}
    words = "The file never wraps `step` in `jax.jit`"
    assert told["another function"] == f"{words}. It wraps `inner`; here `step` itself has to be wrapped."
    assert told["nothing"] == f"{words}."


def test_calls_of_jax_jit_are_counted(make_kata: MakeKata) -> None:
    spec = {"wrappers": ["jax.jit"], "function": "step", "at_least": "steps", "at_most": "steps"}
    kata = make_wrapped(make_kata, spec, JAX)
    assert kata.result(JAX, "wrapped_by").passed
    assert kata.result(JAX.replace("range(steps)", "range(steps - 1)"), "wrapped_by").code == "wrapped.too_seldom"
    again = JAX.replace("    return x\n", "    fast(x)\n    return x\n")
    assert kata.result(again, "wrapped_by").code == "wrapped.too_often"
    renamed = JAX.replace("step(x):", "_run(x):").replace("jax.jit(step)", "jax.jit(_run)").replace("fast", "step")
    assert kata.result(renamed, "wrapped_by").passed
    ahead = JAX.replace("jax.jit(step)", "jax.jit(step).lower(jnp.zeros(3)).compile()")
    assert kata.result(ahead, "wrapped_by").passed


BODIES = """
    from flax import nnx

    def make_net(width, seed):
        return nnx.Sequential(nnx.Linear(width, width, rngs=nnx.Rngs(seed)), nnx.relu)
"""
TRAIN = f"""{HEAD}
@nnx.jit
def grads(model, x):
    return nnx.grad(lambda model: jnp.sum(model(x) ** 2))(model)

def solve(model, x):
    return nnx.state(grads(model, x), nnx.Param)
"""
MODES = {
    "in both": (TRAIN, "modes.ok"),
    "a shared variable": (
        (
            f"{HEAD}\n@nnx.jit\ndef grads(pair, x):\n"
            "    return nnx.grad(lambda pair: jnp.sum(pair[0](x) ** 2))(pair)[0]\n"
            "def solve(model, x):\n    return nnx.state(grads(nnx.List([model, model]), x), nnx.Param)"
        ),
        "modes.raises",
    ),
    "another result": (
        TRAIN.replace("** 2", "** 2 * (1 if nnx.set_graph_mode.current_value() else 2)"),
        "modes.differs",
    ),
    "another kind of result": (
        TRAIN + "\nif not nnx.set_graph_mode.current_value():\n    solve = lambda model, x: solve",
        "modes.differs",
    ),
}


@pytest.fixture(scope="module")
def both(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"model": "Sequential", "x": "float32[N, 3]"},
        calls="""[Call({
            "model": Build("make_net", {"width": 3, "seed": 7}), "x": rng.standard_normal((4, 3)).astype(np.float32)
        })]""",
        checks={"modes": {}},
        bodies=BODIES,
        reference=TRAIN,
        returns="State",
    )


@pytest.mark.parametrize(("source", "code"), MODES.values(), ids=MODES)
def test_graph_mode_and_tree_mode(both: Kata, source: str, code: str) -> None:
    assert both.result(source, "modes").code == code


def test_the_error_of_the_other_mode_is_told(both: Kata) -> None:
    found = both.result(MODES["a shared variable"][0], "modes")
    assert "raised ValueError when it ran in NNX's other mode: " in found.message
    assert found.line == 9


STEPS = f"""{HEAD}
def grads(model, x):
    return nnx.grad(lambda model: jnp.sum(model(x) ** 2))(model)

jitted = nnx.jit(grads)

def solve(model, x):
    return nnx.state({{function}}(model, x), nnx.Param)
"""
EAGER_IN_TREE_MODE = "(jitted if nnx.set_graph_mode.current_value() else grads)"


def test_nothing_computes_outside_of_jit_in_either_mode(make_kata: MakeKata) -> None:
    kata = make_kata(
        parameters={"model": "Sequential", "x": "float32[N, 3]"},
        calls="""[Call({
            "model": Build("make_net", {"width": 3, "seed": 7}), "x": rng.standard_normal((4, 3)).astype(np.float32)
        })]""",
        checks={"modes": {"tolerance": 64}, "eager": {}},
        bodies=BODIES,
        reference=STEPS.format(function="jitted"),
        returns="State",
    )
    assert kata.result(STEPS.format(function="jitted"), "modes").code == "modes.ok"
    result = kata.result(STEPS.format(function=EAGER_IN_TREE_MODE), "modes")
    assert (result.code, result.line) == ("modes.eager", 6)
    assert "ran outside of the jitted functions in the call when `solve` ran in NNX's tree mode" in result.message
    assert kata.result(STEPS.format(function=EAGER_IN_TREE_MODE), "eager").code == "eager.ok"


@pytest.fixture(scope="module")
def taking(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"model": "Net", "x": "float32[3]"},
        calls=MODEL_CALLS,
        bodies=MODEL_BODIES,
        checks={"values": {"tolerance": 16}, "wrapped_by": {"wrappers": ["nnx.jit"], "takes": "model"}},
        reference=TAKING["the model"][0],
    )


@pytest.mark.parametrize(("source", "code"), TAKING.values(), ids=TAKING)
def test_a_wrapped_function_gets_the_model(taking: Kata, source: str, code: str) -> None:
    assert taking.result(source, "wrapped_by").code == code


def test_the_sentence_says_what_it_got_in_place_of_the_model(taking: Kata) -> None:
    found = taking.result(TAKING["its state"][0], "wrapped_by")
    assert "`run` was not given `model` as an argument in call 1 (first), but arrays of it only." in found.message


TRAINED = f"""{HEAD}
@nnx.jit
def change(model):
    kernel = model.layers[0].kernel
    kernel[...] = kernel[...] / 2

def solve(model, x):
    y = model(x)
    {{condition}}change(model)
    return y
"""
IN_GRAPH_MODE = "if nnx.set_graph_mode.current_value(): "


def test_a_model_is_left_alike_in_both_modes(make_kata: MakeKata) -> None:
    kata = make_kata(
        parameters={"model": "Sequential", "x": "float32[N, 3]"},
        calls="""[Call({
            "model": Build("make_net", {"width": 3, "seed": 7}), "x": rng.standard_normal((4, 3)).astype(np.float32)
        })]""",
        checks={"modes": {}, "final_state": {"parameters": ["model"]}},
        bodies=BODIES,
        reference=TRAINED.format(condition=""),
        returns="float32[N, 3]",
    )
    assert kata.result(TRAINED.format(condition=""), "modes").code == "modes.ok"
    result = kata.result(TRAINED.format(condition=IN_GRAPH_MODE), "modes")
    assert (result.code, "left something else in `model`" in result.message) == ("modes.differs", True)
