"""Small and large numbers."""

import numpy as np

from grader.inside.authoring import Call, Case


def make_case(name, rng):
    """Return a case with two calls."""
    small = rng.uniform(-3, 3, 5).astype(np.float32)
    return Case(name, name, [Call({"x": small}), Call({"x": np.append(small, [-200, 0, 200]).astype(np.float32)})])


def samples():
    """Return the case that learners see."""
    return [make_case("sample", np.random.default_rng(4))]


def pool(rng):
    """Return the hidden cases."""
    return [make_case(f"hidden-{i}", rng) for i in range(3)]
