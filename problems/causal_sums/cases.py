"""Inputs of `causal_sums`: blocks that are nearly full, full, of one row and larger than the arrays; large numbers."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [
    ((33, 15, 16, 16), (126, 8, 12, 16)),
    ((5, 4, 7, 9), (190, 12, 7, 16)),
    ((6, 3, 2, 3), (95, 10, 9, 12)),
]
"""N, D, E and size of each hidden case: of its first call, and of the three others. Each needs a program of its own.

A size of 3 is so small that the scores of larger blocks are too large an array. With 15 and 16 columns an outer product
for each row of a block is too large.
The last call's cost is judged. There are at least eight blocks in it, of which the last is nearly full: a kernel that
takes all pairs of blocks scores about 0.9, one without the pairs above the diagonal about 1.6, and one that is linear
in N more than 2. D and E are so large that masks hardly count.
"""


def make_call(sizes, rng, scale=1.0):
    """Return a call with fresh numbers. Those of a query are about `scale`; those of its sums, about its cube."""
    n, d, e, size = sizes
    args = {name: scale * rng.standard_normal((n, w)) for name, w in (("queries", d), ("keys", d), ("values", e))}
    label = f"N = {n}, D = {d}, E = {e}, size {size}" + (", large numbers" if scale > 1 else "")
    return Call({**{name: array.astype(np.float32) for name, array in args.items()}, "size": size}, label=label)


def overflow_later(call):
    """Return the call with queries and keys whose products overflow wherever a key is later and doesn't count.

    It is the middle of the rows where queries become small and keys large.
    """
    n = len(call.args["queries"])
    late = np.arange(n)[:, None] >= n // 2
    queries = call.args["queries"] * np.where(late, 1e-25, 1e25).astype(np.float32)
    keys = call.args["keys"] * np.where(late, 1e25, 1).astype(np.float32)
    return Call(call.args | {"queries": queries, "keys": keys}, label=f"{call.label}, later keys overflow")


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(80)
    args = {
        "queries": np.array([[1, 0], [0, 1], [1, 1], [2, -1], [1, 2]], np.float32),
        "keys": np.array([[1, 2], [3, 0], [0, 1], [1, 1], [2, 0]], np.float32),
        "values": np.array([[1], [10], [100], [1000], [10000]], np.float32),
        "size": 3,
    }
    example = [Call(args, label="the statement's example"), Call(args, label="once more")]
    # Remembered answers don't fit, and neither do blocks of the larger size.
    first, other = (make_call((94, 10, 12, size), rng) for size in (48, 12))
    edges = [make_call(sizes, rng) for sizes in ((2, 1, 1, 2), (6, 3, 2, 8), (24, 4, 5, 6), (94, 24, 24, 24))]
    # A square of `size` is larger than the arrays that a step may get, and its cube larger than any may be.
    last = make_call((190, 4, 3, 24), rng, scale=10.0)
    return [Case("sample-1", first.label, [*example, first, other]), Case("sample-2", last.label, [*edges, last])]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, (small, large) in enumerate(HIDDEN):
        first, other, largest = make_call(small, rng), make_call(large, rng), make_call(large, rng, scale=400.0)
        calls = [first, other, overflow_later(other), largest]
        cases.append(Case(f"hidden-{i + 1}", calls[-1].label, calls))
    return cases
