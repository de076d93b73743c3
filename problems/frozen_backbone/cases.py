"""Inputs of `frozen_backbone`: networks, the part of each that is trained, and data for some steps."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[("neck", (3, 4, 2), 6, 3, 1.0), ("head", (1, 1, 1), 1, 2, 1.0), ("backbone", (3, 4, 2), 6, 2, 1.0)],
    *[("head", (2, 3, 1), 5, 4, 40.0), ("neck", (1, 2, 1), 1, 1, 1.0), ("head", (4, 2, 3), 3, 8, 1.0)],
]
"""The part, (D, H, K), N, the steps and how large the outputs are, in the hidden cases."""
FLAT = ("backbone", (2, 3, 2), 4, 3, 1.0)
"""The same for the case with inputs so large that the first layer's `tanh` is flat: its gradient is exactly 0."""
LARGE = 1e9
"""How large its inputs are."""


def make_call(part, widths, data, steps, rng, label, traces=(0, 2)):
    """Return a call that trains a part of a fresh network."""
    model = Build("make_net", {"widths": list(widths), "seed": int(rng.integers(2**31))})
    return Call({"model": model, "part": part, **data, "steps": steps}, traces=traces, label=label)


def make_data(widths, n, reach, rng):
    """Return inputs and outputs to train on, the outputs with a standard deviation of three times `reach`."""
    x, y = (rng.standard_normal((n, width)).astype(np.float32) for width in (widths[0], widths[2]))
    return {"x": x, "y": np.float32(3 * reach) * y}


def make_case(name, kind, rng, far=1.0):
    """Return a case of four calls: two networks on the same data, another part of a third one, and then other data.

    Inputs are about as large as `far`. The last row of the other data is zeros.
    """
    part, widths, n, steps, reach = kind
    data, others = make_data(widths, n, reach, rng), make_data(widths, n, 1.0, rng)
    for rows in (data, others):
        rows["x"] *= np.float32(far)
    others["x"][-1], others["y"][-1] = 0, 0
    other = {"head": "neck", "neck": "backbone", "backbone": "head"}[part]
    calls = [
        make_call(part, widths, data, steps, rng, f"the {part}", (1, 2)),
        make_call(part, widths, data, steps, rng, f"the {part} of another network, on the same data"),
        make_call(other, widths, data, 2, rng, f"the {other} of a third network"),
        make_call(part, widths, others, 2, rng, f"the {part} of a fourth network, on other data"),
    ]
    label = f"the {part} of widths {widths}, N = {n}, {steps} steps" + f", inputs of about {far:g}" * bool(far > 1)
    return Case(name, label, calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(52)
    return [make_case("sample-1", ("head", (2, 3, 1), 4, 3, 1.0), rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", kind, rng) for i, kind in enumerate(KINDS)]
    return [*cases, make_case(f"hidden-{len(cases) + 1}", FLAT, rng, LARGE)]
