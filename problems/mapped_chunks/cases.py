"""Inputs of `mapped_chunks`: more queries than fit, a few more, as many, and fewer; chunks of one, too."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [
    ("crowding", 40, 48, 4, 8),
    ("nearest", 53, 64, 6, 7),
    ("spread", 24, 80, 8, 1),
    ("trimmed", 32, 32, 5, 12),
    ("crowding", 8, 33, 8, 9),
    ("spread", 1, 40, 3, 2),
    ("nearest", 7, 48, 1, 7),
    ("trimmed", 30, 12, 5, 12),
]
"""Score, N, M, D and size of the hidden cases. In some of them letters are equal."""


def make_call(score, sizes, rng, scale=1.0):
    """Return a call with fresh numbers of about `scale`."""
    n, m, d, size = sizes
    queries, table = (
        (scale * rng.uniform(0.3, 1.5, (rows, d)) * rng.choice([-1, 1], (rows, d))).astype(np.float32)
        for rows in (n, m)
    )
    args = {"score": Body(score), "queries": queries, "table": table, "size": size}
    return Call(args, label=f"{score}, N = {n}, M = {m}, D = {d}, size {size}")


def overflow(call):
    """Return the call with one query so large that most scores of it are infinite."""
    queries = call.args["queries"].copy()
    queries[len(queries) // 2] = 3e38
    return Call(call.args | {"queries": queries}, label=f"{call.label}, one query of 3e38")


def make_case(name, score, sizes, rng):
    """Return a case of two calls, the second with larger numbers."""
    n, m, d, size = sizes
    calls = [make_call(score, sizes, rng), make_call(score, sizes, rng, 2.0)]
    return Case(name, f"{score}, N = {n}, M = {m}, D = {d}, size {size}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(65)
    many = make_case("sample-1", "crowding", (21, 32, 4, 4), rng)
    single = make_case("sample-2", "spread", (9, 80, 4, 1), rng)
    first = many.calls[0]
    other = Call(first.args | {"score": Body("trimmed")}, label="trimmed, the numbers of the first call")
    again = Call(first.args, label="the first call once more")
    few = make_case("sample-3", "nearest", (3, 40, 4, 5), rng)
    return [Case("sample-1", many.label, [*many.calls, other, again]), single, few]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, (score, *sizes) in enumerate(HIDDEN):
        case = make_case(f"hidden-{i + 1}", score, tuple(sizes), rng)
        cases.append(Case(case.name, case.label, [*case.calls, overflow(case.calls[0])]))
    return cases
