"""Inputs of `compiled_gradient`: all calls of a case have the same shapes; losses, parts, rates and steps change."""

import numpy as np

from grader.inside.authoring import Call, Case

PARTS = ("inner", "outer")
HIDDEN = [
    ("smooth", "squared", 0, (9, 4, 6)),
    ("logistic", "smooth", 1, (1, 3, 2)),
    ("squared", "logistic", 1, (20, 2, 5)),
    ("logistic", "squared", 0, (6, 1, 1)),
]
"""The first loss, the other one, the first part, and N, D and H of the hidden cases."""
PLAN = [
    ("a loss and a part", 0, 0, 1),
    ("the same with other numbers, another rate and more steps", 0, 0, 0),
    ("the other part", 0, 1, (0, 1)),
    ("another loss, with the first part", 1, 0, (0, 1)),
    ("that loss, with the other part", 1, 1, (0, 1)),
    ("the first loss with the other part again, and other numbers", 0, 1, 0),
]
"""Label, loss, part, and traces of the calls of a case."""


def make_call(label, loss, part, sizes, steps, traces, rng, scale):
    """Return a call with fresh numbers; targets are of about `scale`, and hidden logistic ones a hundred times that.

    Then the exponential of a wrong prediction overflows float32. The rate is smaller by as much.
    """
    far = 100 if loss == "logistic" and scale > 1 else 1
    n, d, h = sizes
    params = {
        "inner": rng.uniform(0.2, 1, (d, h)) * rng.choice([-1, 1], (d, h)) / np.sqrt(d),
        "outer": rng.uniform(0.3, 1.2, h) * rng.choice([-1, 1], h),
    }
    xs = rng.uniform(0.2, 1.5, (n, d)) * rng.choice([-1, 1], (n, d)) * np.sqrt(scale)
    ys = rng.uniform(0.5, 1.5, n) * rng.choice([-1, 1], n) * scale * far
    args = {"loss": loss, "part": part, "params": {name: array.astype(np.float32) for name, array in params.items()}}
    args |= {"xs": xs.astype(np.float32), "ys": ys.astype(np.float32)}
    args |= {"rate": round(float(rng.uniform(0.01, 0.04)) / far, 6), "steps": steps}
    return Call(args, traces=traces, label=label)


def make_case(name, losses, first_part, sizes, rng, scale=1.0):
    """Return a case of seven calls, the last of which is the first once more."""
    steps = [3, 5, 4, 3, 1, 4]
    calls = [
        make_call(label, losses[loss], PARTS[first_part ^ part], sizes, number, traces, rng, scale)
        for (label, loss, part, traces), number in zip(PLAN, steps, strict=True)
    ]
    again = Call(calls[0].args, traces=0, label="the first call once more")
    n, d, h = sizes
    return Case(name, f"{losses[0]} and {losses[1]}, N = {n}, D = {d}, H = {h}", [*calls, again])


def make_jumps(outer, y, traces):
    """Return calls that train `outer`, with a rate of 1 and of 0.

    With 1 they step from one side of the minimum to the other, so that all losses are equal: the hidden unit is 1,
    since the number that goes into tanh is large.
    """
    params = {"inner": np.array([[20]], np.float32), "outer": np.array([outer], np.float32)}
    data = {"xs": np.array([[1]], np.float32), "ys": np.array([y], np.float32)}
    args = {"loss": "squared", "part": "outer", "params": params} | data
    return [
        Call(args | {"rate": 1.0, "steps": 3}, traces=traces, label="outer, a rate of 1: all losses are equal"),
        Call(args | {"rate": 0.0, "steps": 2}, traces=0, label="outer, a rate of 0"),
    ]


def make_example():
    """Return the case of the statement's example, of another rate and number of steps, and of equal losses."""
    params = {"inner": np.array([[0]], np.float32), "outer": np.array([2], np.float32)}
    data = {"xs": np.array([[1]], np.float32), "ys": np.array([1], np.float32)}
    args = {"loss": "squared", "part": "inner", "params": params} | data | {"rate": 0.25, "steps": 2}
    other = args | {"rate": 0.125, "steps": 4}
    calls = [Call(args, traces=1, label="the statement's example"), Call(other, traces=0, label="smaller steps")]
    return Case("sample-1", "the statement's example, and equal losses", [*calls, *make_jumps(2, 1, (0, 1))])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(29)
    first = make_case("sample-2", ("squared", "smooth"), 0, (5, 3, 4), rng)
    return [make_example(), first, make_case("sample-3", ("logistic", "squared"), 1, (4, 2, 3), rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [
        make_case(f"hidden-{i + 1}", (first, other), part, sizes, rng, 3.0)
        for i, (first, other, part, sizes) in enumerate(HIDDEN)
    ]
    outer, distance = map(int, rng.integers(1, 9, 2))
    jumps = make_jumps(outer, outer + distance, 1)
    return [*cases, Case(f"hidden-{len(cases) + 1}", "squared, N = D = H = 1, equal losses", jumps)]
