"""Inputs of `jacobian_mode`: functions with more outputs than inputs, fewer, or as many, at random points."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

KINDS = [
    *[("spread", 6), ("gather", 6), ("mix", 6), ("fixed", 6)],
    *[("fixed", 64), ("gather", 24), ("fixed", 4), ("fixed", 40)],
]
"""The function and N of the hidden cases. Few sizes, since each needs a program of its own for each function."""


OTHER = {"spread": "gather", "gather": "mix", "mix": "fixed", "fixed": "spread"}
"""The function that is called between two calls of each."""


def make_case(name, body, n, rng):
    """Return a case with three calls: a function at a point, another one elsewhere, and the first one there, too.

    The first point has a 0, and the second one has equal numbers. The cost is measured for the last call.
    """
    here, there = rng.standard_normal((2, n)).astype(np.float32)
    here[-1], there[1:2] = 0, there[0]
    asked = [(body, here, "at a point"), (OTHER[body], there, "at another point"), (body, there, "at the same point")]
    calls = [Call({"f": Body(f), "x": x}, label=f"{f}, {where}") for f, x, where in asked]
    return Case(name, f"{body} and {OTHER[body]} of {n} inputs", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(33)
    return [make_case("sample-1", "spread", 1, rng), make_case("sample-2", "gather", 16, rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", body, n, rng) for i, (body, n) in enumerate(KINDS)]
