"""Inputs of `table_argument`: tables of one shape, which must share a program, and more and fewer ids."""

import numpy as np

from grader.inside.authoring import Call, Case

SIZES = [(70_000, 2, 5), (7, 3, 1), (16, 16, 16), (2, 3, 900)]
"""V, D and K of the hidden cases. The first has more rows than 16 bits can number."""


def make_table(v, d, rng, size):
    """Return a table of numbers of either sign and of about `size`."""
    return (size * rng.uniform(0.3, 2, (v, d)) * rng.choice([-1, 1], (v, d))).astype(np.float32)


def make_case(name, sizes, rng, size=1.0):
    """Return a case of six calls: two tables, other ids, one id more, and the first call again."""
    v, d, k = sizes
    first, other = make_table(v, d, rng, size), make_table(v, d, rng, 3 * size)
    few, others, more = (rng.integers(0, v, n).astype(np.int32) for n in (k, k, k + 1))
    few[0], others[0], more[-1] = v - 1, 0, more[0]  # the last row, the first one, and one that occurs twice
    first[0] = 0
    calls = [
        Call({"table": first, "ids": few}, traces=1, label=f"a first table, {k} ids"),
        Call({"table": first, "ids": others}, traces=0, label="the same table, other ids, one of a row of zeros"),
        Call({"table": other, "ids": others}, traces=0, label="another table of this shape"),
        Call({"table": first, "ids": more}, traces=1, label="the first table, one id more"),
        Call({"table": other, "ids": more}, traces=0, label="the other table, one id more"),
        Call({"table": first, "ids": few}, traces=0, label="the first call once more"),
    ]
    return Case(name, f"V = {v}, D = {d}, K = {k} and {k + 1}", calls)


def make_example():
    """Return the case of the statement's example."""
    table = np.array([[1, 0], [0, 2], [1, 1]], np.float32)
    ids = np.array([0, 1], np.int32)
    calls = [
        Call({"table": table, "ids": ids}, traces=1, label="the statement's example"),
        Call({"table": 10 * table, "ids": ids}, traces=0, label="another table of this shape"),
        Call({"table": table, "ids": np.array([2, 2], np.int32)}, traces=0, label="the first table, one item twice"),
    ]
    return Case("sample-1", "the statement's example, and another table", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(62)
    return [make_example(), make_case("sample-2", (5, 2, 3), rng), make_case("sample-3", (1, 1, 1), rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", sizes, rng, 10.0 ** (2 * i)) for i, sizes in enumerate(SIZES)]
