"""Inputs of `rounded_through`: numbers near levels, some far outside the range, none halfway between two levels."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(12, 5, 4), (1, 1, 2), (30, 3, 8), (7, 16, 3), (9, 2, 6), (150, 40, 5)]
"""N, D and bits of the hidden cases."""


def make_call(sizes, rng, outside=0.3, size=1.0):
    """Return a call with fresh numbers, of which about the share `outside` has no level near it; scales near `size`."""
    n, d, bits = sizes
    low, high = -(2 ** (bits - 1)), 2 ** (bits - 1) - 1
    levels = rng.integers(low, high + 1, (n, d)) + rng.uniform(0.05, 0.4, (n, d)) * rng.choice([-1, 1], (n, d))
    far = 10.0 ** rng.uniform(0.1, 4, (n, d)) * np.where(rng.uniform(size=(n, d)) < 0.5, low, high)
    levels = np.where(rng.uniform(size=(n, d)) < outside, far, levels)
    levels[rng.uniform(size=(n, d)) < 0.1] = 0
    scale = (size * rng.uniform(0.02, 0.5, d)).astype(np.float32)
    args = {"x": (levels * scale).astype(np.float32), "scale": scale, "bits": bits}
    return Call(args, label=f"N = {n}, D = {d}, {bits} bits, scales of about {size / 4:g}")


def make_case(name, sizes, rng):
    """Return a case: no number outside the range, nearly all, and some; then small scales and large ones."""
    n, d, bits = sizes
    calls = [make_call(sizes, rng, outside) for outside in (0.0, 1.1, 0.3)]
    calls += [make_call(sizes, rng, size=size) for size in (1e-4, 1e6)]
    return Case(name, f"N = {n}, D = {d}, {bits} bits", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(30)
    shown = {
        "x": np.array([[0.3, 9.0], [-0.9, 3.9], [7.0, -1.2]], np.float32),
        "scale": np.array([0.5, 2.0], np.float32),
        "bits": 3,
    }
    example = [Call(shown, label="the statement's example"), make_call((3, 2, 3), rng), make_call((3, 2, 5), rng)]
    small = make_case("sample-2", (6, 4, 4), rng)
    again = Call(small.calls[-1].args, label="the third call once more")
    return [
        Case("sample-1", "the statement's example, other numbers, and more bits", example),
        Case("sample-2", small.label, [*small.calls, again]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", sizes, rng) for i, sizes in enumerate(HIDDEN)]
