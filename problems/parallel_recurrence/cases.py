"""Inputs of `parallel_recurrence`: a short sequence, and a long one whose program is looked at."""

import numpy as np

from grader.inside.authoring import Call, Case

SHAPES = [(1, 1, 24), (5, 3, 33), (8, 2, 70), (5, 3, 33), (1, 2, 1000), (8, 2, 70)]
"""N of the short one, D, N of the long one."""
LONG = 50
"""From so many steps on the decays are near 1, so that what was long ago still counts."""


def make_call(n, d, rng, traces, most=2):
    """Return a call with fresh numbers, of at most about `10**most`; in short ones some decays are 0, which forgets."""
    decay = rng.uniform(-1, 1, (n, d)) * (rng.uniform(size=(n, d)) > 0.2)
    if n >= LONG:
        decay = rng.uniform(0.999, 1, (n, d))
    drive = rng.uniform(0.5, 2, (n, d)) * rng.choice([-1, 1], d) * 10.0 ** rng.uniform(-1, most)
    args = {"decay": decay.astype(np.float32), "drive": drive.astype(np.float32)}
    return Call(args, traces=traces, label=f"N = {n}, D = {d}")


def make_fading(n, d, rng, most):
    """Return a call whose decays are small, but for a 1, a -1 and a 0: their product is soon less than any number."""
    call = make_call(n, d, rng, 0, most)
    decay = (rng.uniform(0.01, 0.1, (n, d)) * rng.choice([-1, 1], (n, d))).astype(np.float32)
    decay[n // 2 : n // 2 + 3] = np.array([[1], [-1], [0]])
    return Call(call.args | {"decay": decay}, traces=0, label=f"{call.label}, small decays")


def make_case(name, shape, rng, first=None, most=2):
    """Return a case of five calls: the first, which may be given, another, a long one, the first again, a long one."""
    short, d, long = shape
    first = first or make_call(short, d, rng, 1, most)
    again = Call(first.args, traces=0, label=f"{first.label}, once more")
    other, longer = make_call(short, d, rng, 0, most), make_call(long, d, rng, 1, most)
    calls = [first, other, longer, again, make_fading(long, d, rng, most)]
    return Case(name, f"N = {short}, then {long}; D = {d}", calls)


def make_many(name, rng):
    """Return a case with a new shape in each of nine calls, then the first once more, and a long sequence."""
    calls = [make_call(n, 1, rng, 1) for n in range(3, 12)]
    again = Call(calls[0].args, traces=0, label=f"{calls[0].label}, once more")
    return Case(name, "ten shapes; D = 1", [*calls, again, make_call(33, 1, rng, 1)])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(21)
    decay, drive = np.array([[0.5, 0.5, 0, 1], [8, 2, 3, 1]], np.float32)[:, :, None]
    example = Call({"decay": decay, "drive": drive}, traces=1, label="the statement's example, N = 4, D = 1")
    return [
        make_case("sample-1", (4, 2, 24), rng),
        make_case("sample-2", (1, 1, 33), rng),
        make_case("sample-3", (4, 1, 24), rng, example),
        make_many("sample-4", rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", shape, rng, most=5) for i, shape in enumerate(SHAPES)]
