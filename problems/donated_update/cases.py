"""Inputs of `donated_update`: steps of one size with other numbers, zeros and rates, and the first once more."""

import numpy as np

from grader.inside.authoring import Call, Case

SIZES = [(4, 3), (1, 1), (7, 1), (1, 5), (512, 128), (3, 3)]
"""(D, K) of the hidden cases."""
ABOVE_1 = "a rate above 1, the dicts of params and velocity filled in the other order"


def make_call(d, k, rng, traces, label, rate=None, size=None):
    """Return a call with fresh numbers of this size, or of some size, and a fresh rate where none is given."""
    size = 10.0 ** rng.uniform(-1, 3) if size is None else size
    shapes = {"kernel": (d, k), "bias": (k,)}
    args = {
        name: {key: (size * rng.standard_normal(shape)).astype(np.float32) for key, shape in shapes.items()}
        for name in ("params", "velocity", "grads")
    }
    rate = float(rng.uniform(0.01, 0.5)) if rate is None else rate
    return Call(args | {"rate": rate}, traces=traces, label=label)


def make_case(name, d, k, rng):
    """Return a case of eight calls, of which all but the first find the program of the first."""
    first, other = make_call(d, k, rng, 1, "a first step"), make_call(d, k, rng, 0, "other numbers and another rate")
    again = Call(first.args, traces=0, label="the first step once more")
    still, large = make_call(d, k, rng, 0, "a rate of 0", 0.0), make_call(d, k, rng, 0, ABOVE_1, 2.5)
    tiny = make_call(d, k, rng, 0, "tiny numbers, the gradients' dict filled in the other order", size=1e-10)
    tiny.args["grads"] = dict(reversed(tiny.args["grads"].items()))
    for tree in ("params", "velocity"):
        large.args[tree] = dict(reversed(large.args[tree].items()))
    flat, resting = make_call(d, k, rng, 0, "gradients of 0"), make_call(d, k, rng, 0, "velocities of 0")
    for array in (*flat.args["grads"].values(), *resting.args["velocity"].values()):
        array[:] = 0
    return Case(name, f"D = {d}, K = {k}", [first, other, still, large, tiny, flat, resting, again])


def make_example(rng):
    """Return the case that begins with the statement's example."""
    args = {
        "params": {"kernel": [[1.0], [2.0]], "bias": [0.5]},
        "velocity": {"kernel": [[0.0], [10.0]], "bias": [0.0]},
        "grads": {"kernel": [[1.0], [1.0]], "bias": [-1.0]},
    }
    arrays = {
        name: {key: np.array(numbers, np.float32) for key, numbers in tree.items()} for name, tree in args.items()
    }
    first = Call(arrays | {"rate": 0.1}, traces=1, label="the statement's example")
    second = make_call(2, 1, rng, 0, "a step with other numbers and rate")
    return Case("sample-2", "the statement's example, and other numbers", [first, second])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(58)
    return [make_case("sample-1", 3, 2, rng), make_example(rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", d, k, rng) for i, (d, k) in enumerate(SIZES)]
