"""Inputs of `keyed_samples`: batches in several orders, small and large ids, and one example alone."""

import jax
import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(12, 5), (1, 1), (40, 3), (7, 16)]
"""B and D of the hidden cases."""
EXTREME = (0, -1, 2**31 - 1, -(2**31))
"""Ids at the ends of the range, and around zero."""


def draw_ids(count, rng):
    """Return different ids: neighbours, some at the ends of the range, and others of any size."""
    start = int(rng.integers(1, 10**6))
    some = [start, start + 1, *EXTREME, -start, *map(int, rng.integers(2**20, 2**31 - 1, 2 * count))]
    ids = np.array(list(dict.fromkeys(some))[:count], np.int32)
    return rng.permutation(ids)


def make_call(key, epoch, ids, rows, what):
    """Return a call, and say what is special about it."""
    args = {"key": key, "epoch": np.array(epoch, np.int32), "ids": ids, "rows": rows}
    return Call(args, label=f"B = {len(ids)}, D = {rows.shape[1]}, epoch {epoch}, {what}")


def make_case(name, sizes, rng, epoch):
    """Return a case of five calls: a batch, the batch shuffled, others in another epoch, and another key, twice."""
    b, d = sizes
    key, other = (jax.random.key(int(rng.integers(2**31))) for _ in range(2))
    ids, more, order = draw_ids(b, rng), draw_ids(b, rng), rng.permutation(b)
    first, second = (scale * rng.standard_normal((b, d)).astype(np.float32) for scale in (np.float32(1), np.float32(9)))
    special = np.zeros((b, d), np.float32)
    special[-1, 0] = np.inf
    special[b // 2, -1] = -np.inf
    calls = [
        make_call(key, epoch, ids, first, "a batch"),
        make_call(key, epoch, ids[order], first[order], "the same batch, shuffled"),
        make_call(key, epoch + 1, more, second, "larger numbers"),
        make_call(other, 0, ids, second, "another key"),
        make_call(other, 2**31 - 1, more, special, "zeros and infinite numbers"),
    ]
    return Case(name, f"B = {b}, D = {d}, from epoch {epoch}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(39)
    key, ids = jax.random.key(0), np.array([7, -2, 40], np.int32)
    rows = (np.arange(0, 40, 10) + np.arange(3)[:, None]).astype(np.float32)
    order = np.array([2, 0])
    example = [
        make_call(key, 3, ids, rows, "the statement's example"),
        make_call(key, 3, ids[order], rows[order], "two of the examples, in another order"),
        make_call(key, 4, ids, rows, "the next epoch"),
    ]
    batch = make_case("sample-2", (8, 5), rng, 0)
    args = batch.calls[0].args
    halves = [
        make_call(args["key"], 0, args["ids"][half], args["rows"][half], "half of the first batch")
        for half in (slice(4), slice(4, 8))
    ]
    again = Call(args, label="the first call once more")
    return [
        Case("sample-1", "the statement's example", example),
        Case("sample-2", "a batch, the same shuffled, other keys, and halves", [*batch.calls, *halves, again]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    epochs = [int(rng.integers(0, 10**6)) for _ in HIDDEN]
    return [make_case(f"hidden-{i + 1}", sizes, rng, epochs[i]) for i, sizes in enumerate(HIDDEN)]
