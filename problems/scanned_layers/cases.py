"""Inputs of `scanned_layers`: stacks of two kinds and several depths, and a batch for each."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [("plain", 5, 3, 4), ("gated", 1, 6, 2), ("gated", 7, 2, 5), ("plain", 2, 1, 1), ("gated", 400, 2, 3)]
"""The layer, depth, width and N of the hidden cases.

The last is for programs that grow only where `jaxpr` doesn't look, as by `unroll=True`: to compile 400 copies of a
layer takes more time or memory than there is. Gated layers hand on a rounding error as it is; 400 plain ones could make
it larger.
"""


def make_call(kind, depth, width, n, rng, traces, label, size=1.0):
    """Return a call with a fresh stack."""
    fields = {"width": width, "depth": depth, "seed": int(rng.integers(2**31))}
    x = (size * rng.standard_normal((n, width))).astype(np.float32)
    return Call({"layers": Build(f"make_{kind}", fields), "x": x}, traces=traces, label=label)


def make_case(name, kind, depth, width, n, rng):
    """Return a case of five calls: three of the same shapes, a deeper stack, and one more of the first depth."""
    calls = [
        make_call(kind, depth, width, n, rng, 1, f"{kind}, depth {depth}"),
        make_call(kind, depth, width, n, rng, 0, "another stack of this depth, and another batch", size=4.0),
        make_call(kind, depth, width, n, rng, 0, "another stack, and huge numbers", size=1e25),
        make_call(kind, depth + 2, width, n, rng, 1, f"depth {depth + 2}"),
        make_call(kind, depth, width, n, rng, 0, f"depth {depth} again"),
    ]
    return Case(name, f"{kind}, L = {depth} and {depth + 2}, D = {width}, N = {n}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(47)
    return [make_case("sample-1", "plain", 3, 2, 3, rng), make_case("sample-2", "gated", 2, 2, 1, rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", *kind, rng) for i, kind in enumerate(KINDS)]
