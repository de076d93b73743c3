"""Inputs of `micro_batches`: a micro-batch is left over, or none, or there is only one; weights are far from equal."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [
    ("gated", 90, 4, 3, 40, 7),
    ("directed", 61, 3, 2, 20, 5),
    ("squared", 48, 2, 1, 60, 8),
    ("rounded", 7, 4, 2, 30, 9),
    ("squared", 17, 3, 1, 24, 1),
]
"""Loss, N, D, K, width of the layers, and size of the hidden cases."""


def make_params(loss, d, k, width, rng):
    """Return parameters in the structure that `loss` expects."""

    def draw(*shape):
        return (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)

    if loss == "gated":
        value = {"kernel": draw(d, width), "bias": draw(width)}
        return {"gate": {"kernel": draw(d, width)}, "value": value, "out": draw(width, k)}
    if loss == "directed":
        return [draw(d, width), draw(width, width), draw(width, k)]
    return {"inner": draw(d, width), "outer": draw(width, k)}


def make_call(loss, sizes, rng, scale, weight):
    """Return a call with fresh numbers of about `scale`; the first half weighs ten times as much as the second."""
    n, d, k, width, size = sizes
    xs = np.sqrt(scale) * rng.uniform(0.3, 1.5, (n, d)) * rng.choice([-1, 1], (n, d))
    ys = scale * rng.standard_normal((n, k))
    weights = weight * rng.uniform(0.1, 2, n) * np.where(np.arange(n) < n / 2, 10, 1)
    weights[1::3] = 0
    args = {"loss": Body(loss), "params": make_params(loss, d, k, width, rng)}
    args |= {"xs": xs.astype(np.float32), "ys": ys.astype(np.float32)}
    args |= {"weights": weights.astype(np.float32), "size": size}
    return Call(args, label=f"{loss}, N = {n}, D = {d}, K = {k}, size {size}")


def make_light(call, n, size, rng):
    """Return the call with large targets in the last micro-batch, whose weights are tiny but for all that count."""
    last, ys, weights = (n - 1) // size * size, call.args["ys"].copy(), call.args["weights"].copy()
    ys[last:] *= 1e5
    weights[last:] = 1e-8 * rng.uniform(0.5, 2, n - last)
    return Call(call.args | {"ys": ys, "weights": weights}, label=f"{call.label}, the last micro-batch is light")


def make_single(call, n):
    """Return the call with a weight for the last example only."""
    weights = np.where(np.arange(n) == n - 1, 0.3, 0).astype(np.float32)
    return Call(call.args | {"weights": weights}, label=f"{call.label}, only the last example counts")


def make_case(name, loss, sizes, rng, scale=1.0):
    """Return a case of four calls: numbers of about `scale`, larger ones with small weights, two odd ones."""
    n, d, k, _, size = sizes
    calls = [make_call(loss, sizes, rng, scale, scale), make_call(loss, sizes, rng, 4 * scale, 1e-3)]
    calls += [make_light(calls[0], n, size, rng), make_single(calls[0], n)]
    return Case(name, f"{loss}, N = {n}, D = {d}, K = {k}, size {size}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(51)
    many = make_case("sample-1", "squared", (69, 3, 2, 64, 4), rng)
    first = many.calls[0]
    other = Call(first.args | {"loss": Body("rounded")}, label="rounded, the numbers of the first call")
    again = Call(first.args, label="the first call once more")
    deep = make_case("sample-2", "directed", (104, 3, 1, 24, 10), rng)
    few = make_case("sample-3", "gated", (3, 4, 2, 16, 5), rng)
    one = make_call("gated", (1, 1, 1, 3, 2), rng, 1.0, 1.0)
    return [
        Case("sample-1", many.label, [first, again, other, *many.calls[1:]]),
        deep,
        Case("sample-3", few.label, [one, *few.calls]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", loss, tuple(sizes), rng, 3.0) for i, (loss, *sizes) in enumerate(HIDDEN)]
