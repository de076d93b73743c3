"""NNX models as arguments and results, and the check `nnx_state` on their changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.integration.checks.conftest import Kata, MakeKata

BODIES = """
    import jax
    from flax import nnx

    class Net(nnx.Module):
        def __init__(self, width, rngs):
            self.linear = nnx.Linear(width, width, rngs=rngs)
            self.norm = nnx.BatchNorm(width, rngs=rngs)
            self.dropout = nnx.Dropout(0.5, rngs=rngs)

        def __call__(self, x):
            return self.dropout(self.norm(self.linear(x)))

    def make_net(width, seed):
        return Net(width, nnx.Rngs(seed))
"""
CALLS = """[
    Call({"model": Build("make_net", {"width": 3, "seed": 7}), "x": rng.standard_normal((4, 3)).astype(np.float32)})
]"""
HEAD = "import jax\nimport jax.numpy as jnp\nfrom flax import nnx\n"
FORWARD = f"""{HEAD}
@nnx.jit
def forward(model, x):
    return model(x)

def solve(model, x):
    return model, forward(model, x)
"""
TRAINED = {
    "nnx.jit": (FORWARD, "accepted accepted"),
    "eagerly": (f"{HEAD}\ndef solve(model, x):\n    y = model(x)\n    return model, y", "accepted accepted"),
    "split and merge": (
        (
            f"{HEAD}\n@jax.jit\ndef forward(graphdef, state, x):\n    model = nnx.merge(graphdef, state)\n"
            "    y = model(x)\n    return nnx.state(model), y\n"
            "def solve(model, x):\n    state, y = forward(*nnx.split(model), x)\n    nnx.update(model, state)\n"
            "    return model, y"
        ),
        "accepted accepted",
    ),
    "jax.jit": (
        (
            f"{HEAD}\n@jax.jit\ndef forward(state, x):\n    model = nnx.merge(graphdef, state)\n    return model(x)\n"
            "def solve(model, x):\n    global graphdef\n    graphdef, state = nnx.split(model)\n"
            "    return model, forward(state, x)"
        ),
        "wrong_answer values.mismatch state.not_changed",
    ),
    "a parameter scaled": (
        (
            f"{FORWARD.replace('return model, forward(model, x)', 'y = forward(model, x)')}"
            "    model.linear.bias[...] += 1.0\n    return model, y"
        ),
        "wrong_answer values.mismatch state.params_changed",
    ),
    "a parameter replaced": (
        (
            f"{FORWARD.replace('return model, forward(model, x)', 'y = forward(model, x)')}"
            "    model.linear.kernel = jnp.array(model.linear.kernel[...])\n    return model, y"
        ),
        "invalid_output values.structure state.param_lost",
    ),
    "a parameter added": (
        (
            f"{FORWARD.replace('return model, forward(model, x)', 'y = forward(model, x)')}"
            "    model.scale = nnx.Param(jnp.ones(3))\n    return model, y"
        ),
        "invalid_output values.structure state.param_added",
    ),
    "evaluated": (
        (
            f"{FORWARD.replace('return model, forward(model, x)', 'y = forward(model, x)')}"
            "    model.eval()\n    return model, y"
        ),
        "wrong_structure state.graphdef_changed state.graphdef_changed",
    ),
}


@pytest.fixture(scope="module")
def kata(make_kata: MakeKata) -> Kata:
    return make_kata(
        parameters={"model": "Net", "x": "float32[N, 3]"},
        calls=CALLS,
        checks={
            "values": {"tolerance": 16},
            "nnx_state": {"may_change": ["RngState"], "must_change": ["BatchStat", "RngCount"], "params": "intact"},
        },
        bodies=BODIES,
        reference=FORWARD,
        returns="tuple[Net, float32[N, 3]]",
    )


@pytest.mark.parametrize(("source", "verdict"), TRAINED.values(), ids=TRAINED)
def test_what_a_forward_pass_in_training_changes(kata: Kata, source: str, verdict: str) -> None:
    report = kata.grade(source)
    codes = [check.code for check in report.cases[0].checks if check.check == "nnx_state" and not check.passed]
    assert " ".join([report.verdict, report.code, *codes]) == verdict


def test_a_model_that_is_returned_is_compared_by_its_variables(kata: Kata) -> None:
    found = kata.result(TRAINED["jax.jit"][0], "values")
    assert "norm.mean (BatchStat)" in found.message or "dropout.rngs.count (RngCount)" in found.message
    assert "linear.kernel (Param)" in kata.result(TRAINED["a parameter replaced"][0], "values").message


def test_the_sentence_names_the_variable(kata: Kata) -> None:
    assert "`model.linear.kernel[...] = value`" in kata.result(TRAINED["a parameter replaced"][0], "nnx_state").message
    assert "`linear.bias`, which is of type Param" in kata.result(TRAINED["a parameter scaled"][0], "nnx_state").message


STATE = f"""{HEAD}
def solve(model, key):
    noise = jax.random.normal(key, (3,))
    return nnx.state(model, nnx.Param), noise, jax.random.split(key)
"""


def test_states_and_keys_cross(make_kata: MakeKata) -> None:
    kata = make_kata(
        parameters={"model": "Net", "key": "a random key"},
        calls="""[Call({
            "model": Build("make_net", {"width": 3, "seed": 7}),
            "key": __import__("jax").random.key(rng.integers(99)),
        })]""",
        checks={},
        bodies=BODIES,
        reference=STATE,
        returns="tuple[State, float32[3], random keys]",
    )
    assert kata.verdict(STATE) == "accepted accepted"
    assert kata.verdict(STATE.replace("model, nnx.Param", "model")) == "invalid_output values.structure"
    assert kata.verdict(STATE.replace("split(key)", "split(jax.random.key(4))")) == "wrong_answer values.mismatch"
