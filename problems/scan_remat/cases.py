"""Inputs of `scan_remat`: blocks with different trees of parameters, many layers and few, and one."""

import jax
import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [
    ("gated", 14, 48, 3, 16),
    ("crossed", 9, 60, 2, 12),
    ("normed", 20, 36, 4, 16),
    ("plain", 1, 6, 1, 30),
    ("plain", 29, 6, 4, 32),
]
"""Block, L, N, D and width of the hidden cases.

In the last one a layer's parameters are larger than its input, so that no copy of the stack may be kept. 29 is prime: a
solution with checkpoints around groups of equally many layers, too, whose parameters are kept, makes groups of one.
"""


def make_stack(block, layers, d, width, rng):
    """Return the parameters of all layers in the structure that `block` expects."""

    def draw(*shape, size=1.0):
        return (size * rng.standard_normal((layers, *shape)) / np.sqrt(shape[0])).astype(np.float32)

    up, down = draw(d, width), draw(width, d, size=0.3)
    if block == "gated":
        return {"gate": {"kernel": draw(d, width), "bias": draw(width)}, "value": up, "down": down}
    if block == "normed":
        return (1 + draw(d, size=0.2), up, down)
    if block == "crossed":
        return {"up": up, "across": draw(width, width), "down": down}
    return {"up": up, "down": down}


def make_call(block, sizes, rng, scale):
    """Return a call with fresh numbers; inputs and targets are about as large as `scale`."""
    layers, n, d, width = sizes
    x, target = scale * rng.standard_normal((2, n, d))
    args = {"block": Body(block), "stack": make_stack(block, layers, d, width, rng)}
    args |= {"x": x.astype(np.float32), "target": target.astype(np.float32)}
    return Call(args, label=f"{block}, L = {layers}, N = {n}, D = {d}")


def make_case(name, block, sizes, rng, scales):
    """Return a case with a call for each scale of the inputs; in the last one the second layer, if any, is zeros."""
    layers, n, d, _ = sizes
    calls = [make_call(block, sizes, rng, scale) for scale in scales]
    for array in jax.tree.leaves(calls[-1].args["stack"]):
        array[1:2] = 0
    return Case(name, f"{block}, L = {layers}, N = {n}, D = {d}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(59)
    many = make_case("sample-1", "plain", (16, 24, 3, 24), rng, (1.0, 2.0))
    deep = make_case("sample-2", "crossed", (8, 24, 2, 12), rng, (1.0, 2.0))
    still = make_call("plain", (16, 24, 3, 24), rng, 1.0)
    for array in jax.tree.leaves(still.args["stack"]):
        array[:] = 0
    still = Call(still.args | {"target": still.args["x"]}, label=f"{still.label}, zeros: outputs and targets are equal")
    first = deep.calls[0]
    other = Call(first.args | {"block": Body("plain")}, label="plain, the numbers of the first call")
    again = Call(first.args, label="the first call once more")
    one = make_case("sample-3", "normed", (1, 3, 5, 20), rng, (1.0, 2.0))
    least = make_call("normed", (1, 1, 1, 1), rng, 1.0)
    return [
        Case("sample-1", many.label, [still, *many.calls]),
        Case("sample-2", deep.label, [first, other, again, deep.calls[1]]),
        Case("sample-3", one.label, [least, *one.calls]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        make_case(f"hidden-{i + 1}", block, tuple(sizes), rng, (1.0, 5.0)) for i, (block, *sizes) in enumerate(HIDDEN)
    ]
