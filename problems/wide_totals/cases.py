"""Inputs of `wide_totals`: totals just below a carry, counts of all sizes, no rows, and as many as there may be."""

import numpy as np

from grader.inside.authoring import Call, Case

MOST = 2**32 - 1
"""The largest count."""
HIDDEN = [(300, 5), (2, 3), (1, 1), (0, 4)]
"""N and D of the hidden cases, except for the last two, which have many rows."""


def make_call(high, low, counts, what):
    """Return a call, and say what is special about it."""
    args = {name: np.array(value, np.uint32) for name, value in (("high", high), ("low", low), ("counts", counts))}
    n, d = args["counts"].shape
    return Call(args, label=f"N = {n}, D = {d}, {what}")


def fill_up(counts, missing):
    """Return `low` so that the lower half of each new total is `-missing` modulo 2**32."""
    return (2**32 - missing - counts.sum(axis=0)) % 2**32


def fill_halves(counts):
    """Return counts whose halves carry if joined: all bits of the upper sum are 1, and the lower one is large."""
    upper, lower = counts >> 16, counts & 0xFFFF | 0x8000
    upper[:1] += 0xFFFF - upper.sum(axis=0)
    return (upper & 0xFFFF) << 16 | lower


def make_case(name, sizes, rng):
    """Return a case of four calls: counts of any size, small counts, and totals that are just full, or just not."""
    n, d = sizes
    any_size, large = (rng.integers(0, 2**32, (n, d)) >> rng.integers(0, k, (n, d)) for k in (32, 2))
    small = rng.integers(0, 1000, (n, d))
    high = rng.integers(0, 3 * 2**30, (3, d)) >> rng.integers(0, 32, (3, d))
    low, halves = fill_up(any_size, 1), fill_halves(large)
    calls = [
        make_call(high[0], fill_up(halves, -rng.integers(0, 100, d)), halves, "large counts"),
        make_call(
            high[1], 2**32 - rng.integers(1, 500 * n + 2, d), small, "counts below 1000, totals just below a carry"
        ),
        make_call(high[2], fill_up(any_size, 0), any_size, "counts of any size"),
        make_call(
            MOST - (low + any_size.sum(axis=0)) // 2**32, low, any_size, "counts of any size, totals up to 2**64 - 1"
        ),
    ]
    return Case(name, f"N = {n}, D = {d}", calls)


def make_many(high, low, count):
    """Return a call with 100 equal rows. It is a case's last, at which the growth of the program is measured.

    A tree of additions adds its operations for each doubling of the rows, which are too many for a few rows.
    """
    return make_call([high], [low], np.full((100, 1), count), "equal rows")


def make_long(name, rows, rng):
    """Return a case with many rows: only the largest counts, and others."""
    full, mixed = np.full((rows, 1), MOST), rng.integers(0, 2**32, (rows, 1))
    mixed[:: int(rng.integers(2, 9))] = 2**16 - 1
    calls = [
        make_call(rng.integers(0, 2**31, 1), [MOST], full, "all counts are 2**32 - 1"),
        make_call(rng.integers(0, 2**31, 1), rng.integers(0, 2**32, 1), mixed, "counts of any size"),
    ]
    return Case(name, f"N = {rows}, D = 1", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(68)
    counts = [[20, MOST, 0], [30, MOST, 1], [0, MOST, 0]]
    example = [
        make_call([0, 7, 5], [10, 0, MOST], counts, "the statement's example"),
        make_call([0, 9, 6], [60, 2**32 - 3, 0], counts, "the statement's example, second call"),
    ]
    many = make_case("sample-2", (12, 4), rng)
    again = Call(many.calls[0].args, label="the first call once more")
    small = [
        make_call([3], [MOST], [[1]], "one row"),
        make_call([3], [MOST], [[0]], "one row, which is 0"),
        make_call([3, 4, 5], [MOST, 0, 7], [[1, MOST, 3]], "one row of three numbers"),
        make_call([3], [MOST], [[MOST], [MOST]], "all bits of all numbers"),
        make_call([MOST], [MOST - 1], [[1]], "one row, a new total of 2**64 - 1"),
        make_call([3, 0], [MOST, 0], np.zeros((0, 2)), "no rows"),
    ]
    return [
        Case("sample-1", "the statement's example, and many rows", [*example, make_many(3, 5, MOST)]),
        Case("sample-2", f"{many.label}, and many rows", [*many.calls, again, make_many(0, MOST, 2**16 - 1)]),
        Case("sample-3", "one row, and none", small),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", sizes, rng) for i, sizes in enumerate(HIDDEN)]
    rows = [2**16, int(rng.integers(40000, 60000))]
    return [*cases, *(make_long(f"hidden-{len(cases) + i + 1}", count, rng) for i, count in enumerate(rows))]
