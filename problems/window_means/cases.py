"""Inputs of `window_means`: whole and ragged windows and columns, blocks larger than the array; NaN, infinity and 0."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(23, 10, 4, 3), (9, 5, 16, 8), (30, 3, 7, 1), (300, 2, 200, 1)]
"""N, D, rows and columns of the hidden cases."""


def make_call(sizes, rng, scale, *, holes):
    """Return a call with fresh numbers of about `scale`; `holes`: some of them are NaN, infinite or 0."""
    n, d, rows, columns = sizes
    x = (scale * rng.uniform(0.3, 1.5, (n, d)) * rng.choice([-1, 1, 1], (n, d))).astype(np.float32)
    if holes:
        x[::3] = 0
        for value in (np.nan, np.inf, -np.inf):
            x[rng.integers(n), rng.integers(d)] = value
        x[-1, 0] = np.inf
    label = f"N = {n}, D = {d}, rows {rows}, columns {columns}" + (", with NaN, inf and zeros" if holes else "")
    return Call({"x": x, "rows": rows, "columns": columns}, label=label)


def make_case(name, sizes, rng, scale):
    """Return a case of two calls, the second one with NaNs, infinities and zeros."""
    n, d, rows, columns = sizes
    calls = [make_call(sizes, rng, scale, holes=holes) for holes in (False, True)]
    return Case(name, f"N = {n}, D = {d}, rows {rows}, columns {columns}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(18)
    x = np.array([[1, 10], [3, 30], [5, 50]], np.float32)
    args = {"x": x, "rows": 2, "columns": 1}
    example = [Call(args, label="the statement's example"), Call(args, label="once more")]
    single = Call({"x": x * 2, "rows": 1, "columns": 4}, label="windows of one row")
    return [
        Case("sample-1", "the statement's example", example),
        make_case("sample-2", (12, 6, 3, 2), rng, 1.0),
        make_case("sample-3", (11, 7, 4, 3), rng, 10.0),
        Case("sample-4", "blocks larger than the array", [single, make_call((5, 2, 8, 4), rng, 1.0, holes=False)]),
        Case("sample-5", "blocks of one number", [make_call((n, n, 1, 1), rng, 1.0, holes=False) for n in (1, 3)]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", tuple(sizes), rng, 50.0) for i, sizes in enumerate(HIDDEN)]
