"""Inputs of `array_updates`: shelves that exist, counted from both ends, repeated, and out of range on both sides."""

import numpy as np

from grader.inside.authoring import Call, Case

SIZES = [(4, 9), (1, 6), (7, 1), (2, 0), (50, 200), (300, 40)]
"""(N, K) of the hidden cases."""
FIRST, LAST = -(2**31), 2**31 - 1
"""The ends of int32."""
HUGE = 2.0**30
"""A huge delivery: in one sum with small ones, it leaves rounding errors, even if it is taken away again."""


def draw_shelves(n, k, rng):
    """Return K shelves for a store of N: half of them anywhere in it, the others at and beyond its ends."""
    edges = np.array([n, n + 1, -n, -n - 1, -n - 2, -1, 0, n - 1, 2 * n + 3, -2 * n - 3, FIRST, LAST])
    inside, beyond = rng.integers(-n, n, k), rng.choice(edges, k)
    return np.where(rng.random(k) < 0.5, inside, beyond).astype(np.int32)


def make_call(n, k, rng, size=1.0):
    """Return a call with a stock and amounts of about `size`; one amount of many is 0.

    A shelf holds, or lacks, far more than is delivered, so that sums in any order agree to the last digits.
    """
    stock = (size * rng.uniform(30, 60, n) * rng.choice([-1, 1, 1], n)).astype(np.float32)
    amounts = (size * rng.uniform(0.5, 3, k) * rng.choice([-1, 1, 1], k)).astype(np.float32)
    amounts[3::7] = 0
    return Call({"stock": stock, "shelves": draw_shelves(n, k, rng), "amounts": amounts}, label=f"N = {n}, K = {k}")


def make_whole(n, k, rng):
    """Return a call with whole numbers, whose sums are exact: shelves with 0 or -1, huge amounts that are dropped.

    A huge lack on the first shelf of several that get something is made up for by one delivery, the only one there. A
    running total over all deliveries has no room for small ones beside it.
    """
    stock, shelves = rng.integers(-1, 2, n).astype(np.float32), draw_shelves(n, k, rng)
    exist = (shelves >= -n) & (shelves < n)
    amounts = np.where(exist, rng.integers(-3, 4, k), HUGE).astype(np.float32)
    places = np.where(exist, shelves % n, n)
    first = places.min(initial=n)
    if first < places.max(where=exist, initial=0):
        stock[first] = -HUGE
        amounts[places == first] = 0
        amounts[np.argmax(places == first)] = HUGE
    args = {"stock": stock, "shelves": shelves, "amounts": amounts}
    return Call(args, label=f"N = {n}, K = {k}, whole numbers" + ", some of them huge" * bool(HUGE in amounts))


def make_case(name, n, k, rng):
    """Return a case of three calls with equal shapes, of small, large, and whole numbers, and the first once more."""
    first = make_call(n, k, rng)
    again = Call(first.args, label="the first once more")
    calls = [first, make_call(n, k, rng, size=1000.0), make_whole(n, k, rng), again]
    return Case(name, f"{n} shelves, {k} deliveries", calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    args = {
        "stock": np.array([10, 20, 30], np.float32),
        "shelves": np.array([0, -1, 3, 0, -4], np.int32),
        "amounts": np.array([1, 2, 100, 4, 200], np.float32),
    }
    calls = [Call(args, label="the statement's example"), make_call(3, 5, rng)]
    return Case("sample-1", "the statement's example", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(101)
    cases = [make_case("sample-2", 9, 24, rng), make_case("sample-3", 1, 3, rng), make_case("sample-4", 3, 0, rng)]
    return [make_example(rng), *cases]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", n, k, rng) for i, (n, k) in enumerate(SIZES)]
