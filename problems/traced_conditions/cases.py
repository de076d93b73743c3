"""Inputs of `traced_conditions`: boards that a piece leaves on either side, rests on, or gets tired on."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [7, 12, 30]
"""N of the hidden cases."""
WIDE = 1001
"""N of one more hidden case, with jumps over all of it."""
MOST_ENERGY = 2**31 - 1
"""The largest energy that an int32 holds."""


def make_call(jumps, start, energy, label):
    """Return a call on this board."""
    args = {
        "jumps": np.array(jumps, np.int32),
        "start": np.array(start, np.int32),
        "energy": np.array(energy, np.int32),
    }
    return Call(args, label=label)


def make_calls(n, rng, longest):
    """Return calls on boards of `n` tiles, at least 5, with jumps of up to `longest`."""
    ahead = rng.integers(1, 4, n)
    ahead[-1] = longest
    back = -rng.integers(1, 3, n)
    back[0] = -longest
    ones = np.ones(n)
    rest = rng.integers(1, 3, n)
    rest[-2:] = 0
    mixed = rng.integers(1, 4, n) * rng.choice([-1, 1, 1], n)
    mixed[0], mixed[-1] = abs(mixed[0]), longest
    pair = rng.integers(1, 4, n)
    pair[:2] = 1, -1
    far = rng.integers(1, 4, n)
    far[1], far[-1] = longest, 2
    beyond = int(rng.integers(1, longest))
    return [
        make_call(ahead, 0, MOST_ENERGY, "forward, with all the energy there can be"),
        make_call(back, n - 1, 50 * longest, "back over the first tile"),
        make_call(back, 0, 2 * longest, "just enough energy for a long jump back"),
        make_call(back, 0, 2 * longest - 1, "not quite enough energy for a long jump back"),
        make_call(ones, 0, n, "step by step, to the place behind the last tile"),
        make_call(-ones, n - 1, 2 * n, "step by step, to the place before the first tile"),
        make_call(ones, 0, 0, "no energy"),
        make_call(0 * ones, n - 1, MOST_ENERGY, "nothing but tiles to rest on, with all the energy there can be"),
        make_call(rest, 0, MOST_ENERGY, "tiles to rest on at the end"),
        make_call(mixed, 0, 400, "forward and back"),
        make_call(pair, 0, 12 * n + 1, "to and fro on two tiles"),
        make_call(far, 1, longest, "just enough energy for a long jump"),
        make_call(far, 1, longest - 1, "not quite enough energy for a long jump"),
        make_call(far, -1, 40, "before the first tile"),
        make_call(far, n, 40, "behind the last tile"),
        make_call(far, -beyond, 40, "far before the first tile"),
        make_call(ahead, n + beyond, 0, "far behind the last tile, with no energy"),
    ]


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(20)
    shown = [2, 3, 1, -2, 4]
    example = [
        make_call(shown, 0, 9, "the statement's example"),
        make_call(shown, 0, 20, "with more energy"),
        make_call(shown, -1, 20, "before the first tile"),
        make_call([3, 0, 2, 1, -1], 2, 3000, "another board"),
    ]
    return [
        Case("sample-1", "the statement's example, and another board", example),
        Case("sample-2", "nine tiles", make_calls(9, rng, 12)),
        Case("sample-3", "one tile", [make_call([-2], 0, 4, "a jump back"), make_call([0], 0, 4, "a tile to rest on")]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i, n in enumerate(HIDDEN):
        pair = np.append([1, -1], rng.integers(1, 4, n - 2))
        longest = make_call(pair, 0, 100_000, "to and fro more than 65536 times")
        cases.append(Case(f"hidden-{i + 1}", "a board", [*make_calls(n, rng, 1000), longest]))
    wide = np.zeros(WIDE)
    wide[0], wide[-1] = 1000, -1000
    tired = make_call(
        wide, 0, MOST_ENERGY, "to and fro over a wide board, until all the energy that there can be is spent"
    )
    return [*cases, Case(f"hidden-{len(cases) + 1}", "a wide board", [tired])]
