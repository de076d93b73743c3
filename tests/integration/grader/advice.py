"""Rejected solutions, the advice in their messages, and that advice as a change to the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


def replace(*pairs: str) -> Callable[[str], str]:
    """Return a function from source to source that replaces the first text of each pair with the second."""

    def change(source: str) -> str:
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            assert old in source, f"{old!r} is no longer in the solution"
            source = source.replace(old, new)
        return source

    return change


class Advice(NamedTuple):
    """The advice in the message of a rejected solution, and the function that follows it."""

    words: str
    follow: Callable[[str], str]
    then: str = "accepted"
    """The code that the changed solution must get."""


STARTER = "starter.py"
ADVICE: dict[str, dict[str, Advice]] = {
    "jit_forward": {
        STARTER: Advice(
            "Put the call of the layer into a function of its own, wrap that in `nnx.jit`, and call what",
            replace(
                "def jit_forward",
                "@nnx.jit\ndef forward(model, x):\n    return model(x)\n\n\ndef jit_forward",
                "    out = model(x)\n    return out",
                "    for _ in range(int(num_calls)):\n        out = forward(model, x)\n    return out",
            ),
        ),
        "debug_left_on.py": Advice(
            "don't switch jit off with `jax.disable_jit`", replace("with jax.disable_jit():", "if True:")
        ),
        "wrapped_in_loop.py": Advice(
            "Wrap once, before the loop",
            replace(
                "    for _", "    fast = nnx.jit(forward)\n    for _", "nnx.jit(forward)(model, x)", "fast(model, x)"
            ),
        ),
        "called_once.py": Advice(
            "Call it in a Python loop",
            replace(
                "    out = forward(model, x)\n    results = [out for _",
                "    results = [forward(model, x) for _",
            ),
        ),
        "warm_up.py": Advice(
            "leave out the extra calls", replace("    forward(model, x).block_until_ready()", "    pass")
        ),
        "closed_over.py": Advice("Pass the model in.", replace("forward(x)", "forward(model, x)")),
        "jax_jit.py": Advice("use `nnx.jit`", replace("@jax.jit", "@nnx.jit")),
        "by_hand.py": Advice(
            "call it in the jitted function", replace("x @ model.kernel[...] + model.bias[...]", "model(x)")
        ),
        "not_flattened.py": Advice("only the shape is different", replace("return out\n", "return out.reshape(-1)\n")),
        "summed.py": Advice(
            "Each value is 3 times the expected one; 3 is `num_calls`",
            replace("total = total + forward(model, x)", "total = forward(model, x)"),
        ),
        "weight_decay.py": Advice(
            "A forward pass only reads them.", replace("    model.kernel[...] = 0.99 * model.kernel[...]", "    pass")
        ),
    },
    "stale_global": {
        STARTER: Advice(
            "pass it as an argument",
            replace(
                "def correct(readings):",
                "def correct(readings, offset, gain):",
                '(readings - settings["offset"]) * settings["gain"]',
                "(readings - offset) * gain",
                "correct(readings)\n",
                "correct(readings, offset, gain)\n",
            ),
        ),
        "half_mended.py": Advice(
            "That is the result of using the `gain` of call 1, 2, instead of this call's 10.",
            replace(
                "def correct(readings, offset):",
                "def correct(readings, offset, gain):",
                '* settings["gain"]',
                "* gain",
                "correct(readings, offset)\n",
                "correct(readings, offset, gain)\n",
            ),
        ),
        "static_gain.py": Advice(
            "if it sets no shape, pass it traced",
            replace('@functools.partial(jax.jit, static_argnames=("gain",))', "@jax.jit"),
        ),
        "caches_cleared.py": Advice(
            "give the function what changes as arguments",
            replace(
                "def correct(readings):",
                "def correct(readings, offset, gain):",
                '(readings - settings["offset"]) * settings["gain"]',
                "(readings - offset) * gain",
                "    correct.clear_cache()\n",
                "",
                "correct(readings)\n",
                "correct(readings, offset, gain)\n",
            ),
        ),
        "eager.py": Advice(
            "Wrap the function that computes in `jax.jit`.",
            replace("def calibrate", "import jax\n\n\n@jax.jit\ndef calibrate"),
        ),
    },
    "rewrapped_jit": {
        STARTER: Advice(
            "wrap once, outside, and call that",
            replace(
                "def evaluate",
                "fast = nnx.jit(mean_score)\n\n\ndef evaluate",
                "nnx.jit(mean_score)(model",
                "fast(model",
            ),
        ),
        "before_the_loop.py": Advice(
            "wrap once, outside, and call that",
            replace(
                "    fast = nnx.jit(mean_score)\n", "", "def evaluate", "fast = nnx.jit(mean_score)\n\n\ndef evaluate"
            ),
        ),
        "jax_jit.py": Advice(
            "here it has to be `nnx.jit`", replace("import jax\n", "from flax import nnx\n", "@jax.jit", "@nnx.jit")
        ),
        "mean_of_all.py": Advice(
            "It is the mean of the expected values", replace("for batch in batches]).mean()", "for batch in batches])")
        ),
    },
    "row_distances": {
        STARTER: Advice(
            "Let `jax.vmap`",
            replace(
                "jnp.array([[metric(x, y) for y in ys] for x in xs])",
                "jax.vmap(lambda x: jax.vmap(lambda y: metric(x, y))(ys))(xs)",
            ),
        ),
        "one_loop_left.py": Advice(
            "let `jax.vmap` or a loop of `jax.lax` repeat it",
            replace("jnp.stack([to_all(x, ys) for x in xs])", "jax.vmap(lambda x: to_all(x, ys))(xs)"),
        ),
        "jitted_loops.py": Advice(
            "Let `jax.vmap`",
            replace(
                "jnp.array([[metric(x, y) for y in ys] for x in xs])",
                "jax.vmap(lambda x: jax.vmap(lambda y: metric(x, y))(ys))(xs)",
            ),
        ),
    },
    "split_keys": {
        "split_again.py": Advice(
            "Split it once, into as many as are needed.",
            replace(
                "next_key = jax.random.split(key, len(x) + 1)[0]",
                "keys = jax.random.split(key, len(x) + 1)",
                "row_keys = jax.random.split(key, len(x) + 1)[1:]",
                "next_key, row_keys = keys[0], keys[1:]",
            ),
        ),
        "peeked.py": Advice(
            "Once a key has children it is spent: go on with the children alone.",
            replace('    print("noise like", jax.random.normal(key))\n', ""),
        ),
        "split_in_loop.py": Advice(
            "Split the key into one for each iteration",
            replace(
                "    for i in range",
                "    keys = jax.random.split(key, len(x) + 1)\n    for i in range",
                "jax.random.split(key, len(x) + 1)[i]",
                "keys[i]",
            ),
        ),
    },
    "jacobian_mode": {
        STARTER: Advice(
            "Forward mode passes once for each input: where there are fewer of these, use that.",
            replace(
                "jax.jacrev(f)(x)",
                "(jax.jacfwd if jax.eval_shape(f, x).shape[0] > x.shape[0] else jax.jacrev)(f)(x)",
            ),
        ),
    },
}
"""Advice, by problem and by file of a rejected solution, or for the starter."""
