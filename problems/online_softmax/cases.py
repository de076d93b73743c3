"""Inputs of `online_softmax`: large scores of both signs; unused keys that are NaN; full and half-full blocks."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(16, 4, 8, 16, 75), (20, 3, 9, 24, 121), (16, 5, 10, 20, 109)]
"""N, D, B, S and length of the last call of the hidden cases. Few sizes, since each needs a program of its own.

There are more than 2 * D queries, so that all scores are larger than the keys. A little more than half of the keys is
in use: a kernel that reads the others as well costs more than the reference, and one that reads a block twice makes
too many steps.
"""


def make_call(sizes, rng, *, tilt=0.0):
    """Return a call with fresh numbers; what isn't in use is NaN. All scores of the first query are equal.

    With a `tilt`, all keys lean to one side, the later ones more. So the scores of half of the queries are far above 0
    and grow, by more than 88, so that `exp` overflows unless the maximum grows as well. Those of the others are below
    -300, most of them, and fall: -300 can't stand for minus infinity.
    """
    n, d, b, s, length = sizes
    queries, keys, values = (rng.standard_normal(shape) for shape in ((n, d), (b * s, d), (b * s, d)))
    queries[0] = 0
    queries[:, 0] += tilt * np.where(np.arange(n) % 2, 1, -1)
    keys[:, 0] += tilt * np.linspace(2.6, 4.6, b * s)
    keys[length:], values[length:] = np.nan, np.nan
    blocks = {name: one.reshape(b, s, d).astype(np.float32) for name, one in (("keys", keys), ("values", values))}
    label = f"N = {n}, D = {d}, B = {b}, S = {s}, length {length}" + (", large scores" if tilt else "")
    return Call({"queries": queries.astype(np.float32), **blocks, "length": length}, label=label)


def make_case(name, sizes, rng):
    """Return a case of four calls: all keys in use, then some, with small scores, steep ones and large ones."""
    n, d, b, s, _ = sizes
    calls = [
        make_call((n, d, b, s, b * s), rng),
        make_call(sizes, rng),
        make_steep(sizes, rng),
        make_call(sizes, rng, tilt=12.0),
    ]
    return Case(name, calls[1].label, calls)


def make_steep(sizes, rng):
    """Return a call whose scores rise only once, from 0 to 87.9 for the last query, to less for each one before.

    `exp` of each is finite, but the sum of two isn't, nor the product with a large value.
    """
    n, _, b, s, length = sizes
    call = make_call(sizes, rng)
    args = {name: one.copy() if name != "length" else one for name, one in call.args.items()}
    args["queries"][:] = 0
    args["queries"][:, 0] = np.linspace(0, 87.9, n)
    args["keys"].reshape(b * s, -1)[:length, 0] = np.arange(length) >= s
    args["values"] *= 1e6
    return Call(args, label=f"{call.label}, scores that rise once")


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(39)
    nan = np.nan
    args = {
        "queries": np.array([[0.0], [1000.0]], np.float32),
        "keys": np.array([[[0.0], [1.0]], [[0.0], [nan]]], np.float32),
        "values": np.array([[[3.0], [6.0]], [[30.0], [nan]]], np.float32),
        "length": 3,
    }
    example = [Call(args, label="the statement's example"), Call(args, label="once more")]
    first = make_case("sample-1", (12, 3, 8, 16, 69), rng)
    single = make_call((1, 1, 1, 1, 1), rng)
    full, one = (make_call((16, 4, 6, 16, length), rng) for length in (64, 1))
    last = make_call((16, 4, 6, 16, 68), rng, tilt=12.0)  # 4 blocks of 17 keys would be too large
    # Less than eight keys in a block, fewer queries than numbers in a key, and no block left over.
    small = [make_call((2, 3, 2, 6, length), rng) for length in (7, 12)]
    return [
        Case("sample-1", first.label, [*example, *first.calls]),
        Case("sample-2", last.label, [single, full, one, last]),
        Case("sample-3", small[-1].label, small),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", sizes, rng) for i, sizes in enumerate(HIDDEN)]
