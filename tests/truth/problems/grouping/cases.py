"""Items of four groups."""

import numpy as np

from grader.inside.authoring import Call, Case


def make_case(name, rng):
    """Return a case with two calls, and the first once more."""
    calls = [
        Call(
            {
                "groups": rng.permutation(np.arange(n) % 4).astype(np.int32),
                "weights": rng.uniform(1, 2, n).astype(np.float32),
            }
        )
        for n in (9, 14)
    ]
    return Case(name, name, [*calls, Call(calls[0].args)])


def samples():
    """Return the case that learners see."""
    return [make_case("sample", np.random.default_rng(8))]


def pool(rng):
    """Return the hidden cases."""
    return [make_case(f"hidden-{i}", rng) for i in range(3)]
