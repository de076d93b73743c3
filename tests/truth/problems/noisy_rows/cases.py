"""Two seeds, and the first again."""

import numpy as np

from grader.inside.authoring import Call, Case


def make_case(name, rng):
    """Return a case with three calls."""
    calls = [
        Call({"seed": int(rng.integers(1000)), "x": rng.standard_normal((n, 3)).astype(np.float32)}) for n in (4, 2)
    ]
    return Case(name, name, [*calls, calls[0]])


def samples():
    """Return the case that learners see."""
    return [make_case("sample", np.random.default_rng(2))]


def pool(rng):
    """Return the hidden cases."""
    return [make_case(f"hidden-{i}", rng) for i in range(3)]
