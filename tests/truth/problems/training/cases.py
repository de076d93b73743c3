"""A fresh model in each call."""

import numpy as np

from grader.inside.authoring import Build, Call, Case


def make_call(rng, steps):
    """Return a call with a batch of six."""
    x = rng.standard_normal((6, 3)).astype(np.float32)
    y = (x @ rng.standard_normal((3, 2)) + 1).astype(np.float32)
    return Call({"model": Build("make_net", {"seed": int(rng.integers(99))}), "x": x, "y": y, "steps": steps})


def samples():
    """Return the case that learners see."""
    rng = np.random.default_rng(6)
    return [Case("sample", "two calls", [make_call(rng, 3), make_call(rng, 2)])]


def pool(rng):
    """Return the hidden cases."""
    return [Case(f"hidden-{i}", "one call", [make_call(rng, 2 + i)]) for i in range(3)]
