"""Four calls: a first one, other values, another length, and the first length again."""

import numpy as np

from grader.inside.authoring import Call, Case


def make_case(name, rng):
    """Return a case in which the first and the third call are traced."""
    sizes = [(7, 1), (7, 0), (12, 1), (7, 0)]
    calls = [
        Call(
            {"xs": rng.standard_normal(size).astype(np.float32), "decay": np.float32(rng.uniform(0.3, 0.9))},
            traces=traces,
        )
        for size, traces in sizes
    ]
    return Case(name, name, [*calls, Call(calls[0].args, traces=0)])


def samples():
    """Return the case that learners see."""
    return [make_case("sample", np.random.default_rng(3))]


def pool(rng):
    """Return the hidden cases."""
    return [make_case(f"hidden-{i}", rng) for i in range(3)]
