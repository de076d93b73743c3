"""Inputs of `paged_sums`: pages that are listed twice or by nobody, entries without a page, NaNs and infinities."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(7, 3, 5, 4, 6), (14, 4, 4, 2, 5), (9, 1, 12, 3, 1), (11, 6, 3, 5, 3), (4, 6, 1, 5, 2), (11, 10, 3, 2, 8)]
"""Pages, R, P, rows and D of the hidden cases.

There are fewer pages than entries, so that a copy of all listed pages is larger than `x`; and never P pages, so that a
step for each page of `x` makes another number of steps. In one case recordings have one page at most, which needs the
kernel, too. In the last case the result is larger than a step may get.
"""


def make_table(pages, shape, rng):
    """Return a table in which recording 0 begins without a page and lists neither the first page nor the last one.

    If there are several recordings, the last one has no page at all. Of more, the second one lists the first page and
    the last one.
    """
    table = np.where(rng.random(shape) < 0.25, -1, rng.integers(pages, size=shape))
    table[0, 1:] = rng.integers(1, pages - 1, size=shape[1] - 1)
    table[0, 0] = -1
    if shape[0] > 1:
        table[-1] = -1
    if shape[0] > 2:
        table[1, 0], table[1, -1] = 0, pages - 1
    return table.astype(np.int32)


def make_call(sizes, rng, scale, *, holes):
    """Return a call with fresh numbers of about `scale`.

    `holes`: the first and the last page have NaNs, and the second one an infinity.
    """
    pages, r, p, rows, d = sizes
    n = pages * rows
    x = (scale * rng.uniform(0.3, 1.5, (n, d)) * rng.choice([-1, 1, 1], (n, d))).astype(np.float32)
    if holes:
        x[rng.integers(rows), rng.integers(d)] = np.nan
        x[-1 - rng.integers(rows)] = np.nan
        x[rows + rng.integers(rows), rng.integers(d)] = -np.inf
    label = f"{pages} pages of {rows} rows, D = {d}, R = {r}, P = {p}" + (", with NaN and inf" if holes else "")
    return Call({"x": x, "table": make_table(pages, (r, p), rng), "rows": rows}, label=label)


def make_case(name, sizes, rng, scale):
    """Return a case of four calls: with numbers, with NaNs and infinities, with a full table, with an empty one."""
    first, holes, full, empty = (make_call(sizes, rng, scale, holes=holes) for holes in (False, True, False, True))
    pages, r, p, rows, _ = sizes
    full.args["x"][-rows:] = 0
    full.args["table"][:] = np.sort(rng.integers(pages, size=(r, p)))
    full.args["table"][0, :2], full.args["table"][-1] = pages - 1, pages - 1
    full.label += ", every entry in use, the last page zeros"
    empty.args["table"][:] = -1
    empty.label += ", no entry in use"
    return Case(name, first.label, [first, holes, full, empty])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(18)
    x = np.array([[1], [2], [10], [20], [100], [200]], np.float32)
    args = {"x": x, "table": np.array([[2, 0], [1, -1]], np.int32), "rows": 2}
    example = [Call(args, label="the statement's example"), Call(args, label="once more")]
    single = Call(
        {"x": x, "table": np.array([[5, 3, 5], [4, 0, 5], [2, 2, 2]], np.int32), "rows": 1}, label="pages of one row"
    )
    least = Call({"x": x[3:4], "table": np.array([[0]], np.int32), "rows": 1}, label="one number, on one page")
    return [
        Case("sample-1", "the statement's example", example),
        make_case("sample-2", (5, 3, 4, 3, 4), rng, 1.0),
        make_case("sample-3", (4, 1, 6, 2, 3), rng, 10.0),
        Case("sample-4", "pages of one row", [least, single, make_call((8, 3, 5, 1, 2), rng, 1.0, holes=False)]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", tuple(sizes), rng, 50.0) for i, sizes in enumerate(HIDDEN)]
