"""Inputs of `log1pexp`: near zero, where all goes well, and far from it, where it doesn't."""

import numpy as np

from grader.inside.authoring import Call, Case

FAR = [[-200, 200], [-90, 0, 90], [100], [-100], [88.8, -88.8, 20], [-200, -150], [150, 0.5]]
"""What is added to the second call of each hidden case."""


def make_call(numbers, label):
    """Return a call with these numbers."""
    return Call({"x": np.asarray(numbers, np.float32)}, label=label)


def make_case(name, n, far, rng):
    """Return a case: N numbers near zero, then some far away."""
    near, more = rng.uniform(-4, 4, n), rng.uniform(-4, 4, n - 1)
    calls = [make_call(near, "near zero"), make_call([*far, *more], "far from zero")]
    return Case(name, f"N = {n}, then {len(far) + n - 1}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(29)
    return [make_case("sample-1", 4, [-200, 100], rng), make_case("sample-2", 1, [200], rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", n, FAR[i], rng) for i, n in enumerate([1, 3, 5, 2, 8, 1, 7])]
