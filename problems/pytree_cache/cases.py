"""Inputs of `pytree_cache`: scripts of five calls that say after which changes `run_scan` must be traced again."""

import numpy as np

from grader.inside.authoring import Call, Case, Make

STEPS = {
    "first": "a first box",
    "values": "other values, one of them 0, same shape and scale",
    "scale": "another scale",
    "shape": "another d",
    "again": "a box equal to the first",
}
TRACED = {"first": 1, "values": 0, "scale": 1, "shape": 1, "again": 0}
ORDERS = [
    ["first", "values", "scale", "shape", "again"],
    ["first", "scale", "values", "shape", "again"],
    ["first", "shape", "again", "scale", "values"],
    ["first", "values", "shape", "again", "scale"],
    ["first", "again", "scale", "shape", "values"],
]
SIZES = [(2, 3, 3), (3, 2, 4), (5, 4, 1), (16, 12, 24), (2, 5, 2), (7, 3, 25)]
"""(d, another d, T) of the hidden cases."""


def make_call(step, d, other_d, length, rng, *, start_with_one):
    """Return one call of the script with fresh values; `scale` starts at 1 or at d and the step "scale" swaps it.

    The step "values" has a zero in `xs`.
    """
    size = other_d if step == "shape" else d
    scale = 1 if start_with_one != (step == "scale") else size
    vec, init = ((10.0 ** rng.uniform(0, 2) * rng.uniform(-1, 1, size)).astype(np.float32) for _ in range(2))
    xs = rng.uniform(-1.2, 1.2, length).astype(np.float32)
    if step == "values":
        xs[length // 2] = 0
    box = Make("ConfigBox", {"vec": vec, "scale": scale})
    return Call({"box": box, "init": init, "xs": xs}, traces=TRACED[step], label=STEPS[step])


def make_case(name, label, order, sizes, rng, *, start_with_one):
    """Return the case that makes its calls in `order`."""
    d, other_d, length = sizes
    calls = {step: make_call(step, d, other_d, length, rng, start_with_one=start_with_one) for step in order}
    calls["again"] = Call(calls["first"].args, traces=TRACED["again"], label=STEPS["again"])
    return Case(name, label, [calls[step] for step in order])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(11)
    return [
        make_case("sample-1", "the five calls of the statement", ORDERS[0], (2, 3, 3), rng, start_with_one=False),
        make_case("sample-2", "the same calls in another order", ORDERS[2], (3, 2, 4), rng, start_with_one=True),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = []
    for i in range(10):
        sizes, order = SIZES[i % len(SIZES)], ORDERS[i % len(ORDERS)]
        label = f"d = {sizes[0]}, then {sizes[1]}; T = {sizes[2]}"
        cases.append(make_case(f"hidden-{i + 1}", label, order, sizes, rng, start_with_one=bool(i % 2)))
    return cases
