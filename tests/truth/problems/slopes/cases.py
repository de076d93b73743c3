"""Two functions, each at a few points."""

import numpy as np

from grader.inside.authoring import Body, Call, Case


def make_case(name, rng):
    """Return a case with a call for each function."""
    calls = [
        Call({"f": Body(body), "xs": rng.standard_normal((n, 3)).astype(np.float32)})
        for body, n in (("bowl", 8), ("waves", 16))
    ]
    return Case(name, name, calls)


def samples():
    """Return the case that learners see."""
    return [make_case("sample", np.random.default_rng(5))]


def pool(rng):
    """Return the hidden cases."""
    return [make_case(f"hidden-{i}", rng) for i in range(3)]
