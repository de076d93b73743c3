"""Inputs of `traced_index`: recipes with positive and negative indices, for no round, one, and many."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(4, 3, 7), (6, 5, 12), (3, 12, 270), (1, 1, 1)]
"""D, K and T of the hidden cases."""
ENDS = np.iinfo(np.int32).min, np.iinfo(np.int32).max
"""The least and the largest number of int32."""


def make_call(tables, codes, picks, rounds, x, label):
    """Return a call with this recipe."""
    args = {"tables": [np.array(table, np.int32) for table in tables]}
    args |= {"codes": np.array(codes, np.int32), "picks": np.array(picks, np.int32)}
    return Call(args | {"rounds": np.array(rounds, np.int32), "x": np.array(x, np.int32)}, label=label)


def make_calls(d, k, t, rng, size, most):
    """Return calls with one set of sizes: numbers of at most `size` in magnitude, and `most` rounds."""
    from_start = rng.integers(0, 4, t), rng.integers(0, k, t)
    from_end = rng.integers(-4, 0, t), rng.integers(-k, 0, t)
    mixed = rng.integers(-4, 4, t), rng.integers(-k, k, t)
    growing = rng.choice([-4, -2, 0, 2], t), rng.integers(-k, k, t)  # no other operations make the numbers grow
    orders = [
        (from_start, 1, "indices from the start"),
        (from_end, 1, "indices from the end"),
        (mixed, int(rng.integers(2, 9)), "mixed indices, some rounds"),
        (growing, most, "additions and rolls, many rounds"),
        (mixed, 0, "no round"),
    ]
    keeping = rng.choice([-2, -1, 2, 3], t), rng.integers(-k, k, t)  # no other operations keep all numbers in range
    tables, x = rng.integers(*ENDS, (k, d), endpoint=True), rng.integers(*ENDS, d, endpoint=True)
    tables[0, 0], x[-1] = ENDS
    wide = make_call(tables, *keeping, 1, x, "rolls and minima, numbers of the whole range of int32")
    return [wide] + [
        make_call(rng.integers(-size, size + 1, (k, d)), *order, rounds, rng.integers(-size, size + 1, d), label)
        for order, rounds, label in orders
    ]


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(33)
    tables, x = [[10, 20, 30], [1, 2, 3]], [5, 5, 5]
    example = [
        make_call(tables, [0, 2], [-1, 0], 1, x, "the statement's example"),
        make_call(tables, [0, 2], [-1, 0], 2, x, "two rounds"),
        make_call(tables, [0, 2], [-1, 0], 0, x, "no round"),
        make_call(tables, [2], [0], 2, [1, 2, 3], "a roll alone, two rounds"),
        make_call(tables, [-1, -3], [1, 0], 3, x, "other operations, counted from the end"),
        make_call([[7, -2, 4], [2, 9, -5]], [-2, 1], [0, -1], 3, [1, -3, 8], "other tables and numbers"),
    ]
    return [
        Case("sample-1", "the statement's example, and other recipes", example),
        Case("sample-2", "a longer recipe", make_calls(5, 4, 9, rng, 20, 60)),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [Case(f"hidden-{i + 1}", "a recipe", make_calls(*sizes, rng, 500, 1000)) for i, sizes in enumerate(HIDDEN)]
