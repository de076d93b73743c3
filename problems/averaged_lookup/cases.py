"""Inputs of `averaged_lookup`: frequent words and rare ones, words that don't occur, padding, and empty batches."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(20, 1, 5, 6, 1.0), (300, 2, 40, 60, 100.0), (1, 3, 4, 80, 1.0), (7, 9, 1, 25, 1e30), (9, 4, 6, 1, 1e-30)]
"""V, D, B, L and the scale of the table of the hidden cases.

There are so many places in the second one that a running total over them is too inexact for the mean of a rare word.
"""
LOWEST = np.iinfo(np.int32).min


def make_call(sizes, rng, scale=1.0, padding=0.2, lowest=-1):
    """Return a call with fresh numbers: of several words one never occurs, one only in the second sentence."""
    v, d, b, length = sizes
    table = scale * rng.uniform(0.3, 2, (v, d)) * rng.choice([-1, 1], (v, d))
    words = rng.permutation(v)
    often = words[np.minimum(rng.geometric(0.3, (b, length)) - 1, v - 1)]
    ids = np.where(rng.uniform(size=(b, length)) < 0.7, often, rng.integers(0, v, (b, length)))
    if v >= 4:
        ids[(ids == words[-1]) | (ids == words[-2])] = words[0]
        ids[1:2, :1] = words[-2]
    if v > 256:
        ids[0, :3] = [v - 1, v - 2, v - 1]
    ids[rng.uniform(size=ids.shape) < padding] = -1
    ids[2:3, :1] = lowest
    label = f"V = {v}, D = {d}, B = {b}, L = {length}"
    return Call({"table": table.astype(np.float32), "ids": ids.astype(np.int32)}, label=label)


def make_case(name, sizes, rng, scale=1.0):
    """Return a case of three calls: with padding of -1, with other negative numbers, and nothing but padding."""
    first = make_call(sizes, rng, scale, padding=0.1)
    second = make_call(sizes, rng, 3 * scale, lowest=LOWEST)
    negative = rng.integers(-9, 0, sizes[2:]).astype(np.int32)
    none = Call({"table": 2 * first.args["table"], "ids": negative}, label=f"{first.label}, only padding")
    return Case(name, f"{first.label}, numbers of about {scale:g}", [first, second, none])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(68)
    shown = {
        "table": np.array([[1, 2], [3, 4], [5, 6], [7, 8]], np.float32),
        "ids": np.array([[0, 2], [2, -1]], np.int32),
    }
    example = [Call(shown, label="the statement's example"), make_call((4, 2, 2, 2), rng)]
    larger = make_case("sample-2", (6, 2, 4, 5), rng)
    again = Call(larger.calls[0].args, label="the first call once more")
    single = [make_call((5, 1, 3, 4), rng, 10.0, lowest=-7), make_call((5, 1, 0, 4), rng), make_call((1, 1, 3, 2), rng)]
    return [
        Case("sample-1", "the statement's example, and other numbers", example),
        Case("sample-2", larger.label, [*larger.calls, again]),
        Case("sample-3", "rows of one number, no sentence, and one word", single),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", tuple(sizes), rng, scale) for i, (*sizes, scale) in enumerate(HIDDEN)]
    empty = [make_call((4, 3, 3, 0), rng) for _ in range(2)]
    one = [make_call((6, 3, 1, 5), rng, padding=padding) for padding in (0.1, 0)]
    more = {"V = 4, D = 3, B = 3, L = 0": empty, "V = 6, D = 3, B = 1, L = 5, and a loss that uses nothing": one}
    return [
        *cases,
        *(Case(f"hidden-{i}", label, calls) for i, (label, calls) in enumerate(more.items(), len(cases) + 1)),
    ]
