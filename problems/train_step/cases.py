"""Inputs of `train_step`: some steps of a network, two of fresh ones, another one on the first data, and more rows."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 4, 2), 6, 3, 1.0), ((1, 1, 1), 1, 2, 1.0), ((3, 4, 2), 6, 1, 40.0)],
    *[((2, 3, 1), 5, 2, 8.0), ((1, 1, 1), 1, 3, 1.0), ((2, 3, 1), 5, 12, 1.0)],
]
"""(D, hidden width, K), N, the steps and how large the outputs are, in the hidden cases."""


def make_data(widths, n, rng, scale=1.0, reach=1.0):
    """Return inputs and outputs to train on, with a standard deviation of `scale`, and `scale * reach`."""
    x, y = ((scale * rng.standard_normal((n, width))).astype(np.float32) for width in (widths[0], widths[2]))
    return {"x": x, "y": np.float32(reach) * y}


def make_call(widths, data, steps, rng, label, traces=(0, 1), *, fresh=False):
    """Return a call that trains a network of its own on `data`."""
    model = Build("make_net", {"widths": list(widths), "seed": int(rng.integers(2**31)), "fresh": fresh})
    return Call({"model": model, **data, "steps": steps}, traces=traces, label=label)


def make_case(name, widths, n, steps, reach, rng):
    """Return a case that trains five networks: what a call returns depends on the network, not on the data alone.

    The second one is fresh, and its data so small that the first loss is, too: it is trained all the same. So is the
    third one, whose losses are too small for float32, and 0; the gradient of the biases is not. Large outputs make
    losses and gradients that nobody may cut off. The last data have a row more, and zeros in two rows.
    """
    data, small = make_data(widths, n, rng, reach=reach), make_data(widths, n, rng, scale=0.01)
    tiny = make_data(widths, n, rng, scale=1e-25)
    more = make_data(widths, n + 1, rng)
    more["x"][0], more["y"][-1] = 0, 0
    calls = [
        make_call(widths, data, steps, rng, "a first network", traces=1),
        make_call(widths, small, 2, rng, "a fresh network, as large, on small numbers", fresh=True),
        make_call(widths, tiny, 2, rng, "a fresh network, on numbers whose squares are 0 in float32", fresh=True),
        make_call(widths, data, steps, rng, "another network, on the data of the first"),
        make_call(widths, more, steps, rng, "another network, on data with a row more"),
    ]
    return Case(name, f"widths {widths}, N = {n}, {steps} steps, then 2", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    return [make_case("sample-1", (2, 3, 1), 4, 3, 1.0, np.random.default_rng(50))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
