"""Inputs of `masked_selection`: some, none and all of the readings lie above the threshold, for few and many slots."""

import numpy as np

from grader.inside.authoring import Call, Case

SIZES = [(8, 3), (8, 12), (8, 1), (40, 6), (140, 135)]
"""N and the number of slots of the hidden cases. In the last one, a signed count of 8 bits overflows."""


def make_call(readings, threshold, size, label):
    """Return a call with these readings."""
    args = {"readings": readings.astype(np.float32), "threshold": np.array(threshold, np.float32), "size": size}
    return Call(args, label=f"{label}; N = {readings.size}, size = {size}")


def make_calls(n, size, rng, scale):
    """Return calls with readings of about `scale`: some above, some equal to the threshold, none above, and all.

    Three thresholds are just below a reading, infinite, and NaN.
    """
    mixed = scale * rng.uniform(0.3, 2, n) * rng.choice([-1, 1], n)
    mixed[-1] = abs(mixed[-1])
    below = -scale * rng.uniform(0.5, 2, n)
    whole = rng.integers(-2, 3, n).astype(np.float32)
    whole[0], whole[-1] = 1, 0  # readings that are zero count, and so do equal ones
    equal = np.full(n, scale, np.float32)
    late = np.where(np.arange(n) < n - 2, below, -below)
    return [
        make_call(mixed, 0.1 * scale, size, "readings of both signs"),
        make_call(whole, -1.0, size, "whole numbers, some equal to the threshold"),
        make_call(whole, 0.0, size, "whole numbers, some of them zero"),
        make_call(below, -0.25 * scale, size, "readings below the threshold"),
        make_call(below, -2.5 * scale, size, "readings above the threshold"),
        make_call(late, 0.25 * scale, size, "only the last two readings above the threshold"),
        make_call(equal, np.nextafter(equal[0], np.float32(0)), size, "all readings just above the threshold"),
        make_call(mixed, -np.inf, size, "a threshold of -inf"),
        make_call(mixed, np.nan, size, "a threshold of NaN"),
    ]


def make_case(name, n, size, rng, scale):
    """Return the case of these sizes."""
    return Case(name, f"{n} readings, {size} slots", make_calls(n, size, rng, scale))


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(61)
    shown = np.array([0.5, 3.0, -1.0, 2.0, 7.0])
    example = [
        make_call(shown, 1.0, 4, "the statement's example"),
        make_call(shown, 1.0, 2, "fewer slots"),
        make_call(np.array([4.0, 0.0, 9.0, 1.0, -2.0]), -0.5, 4, "other readings"),
    ]
    five, one = make_case("sample-2", 5, 7, rng, 10.0), make_case("sample-3", 1, 2, rng, 1.0)
    again = Call(five.calls[0].args, label="the first once more")
    return [
        Case("sample-1", "the statement's example, and fewer slots", example),
        Case(five.name, five.label, [*five.calls, again]),
        one,
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [
        make_case(f"hidden-{i + 1}", n, size, rng, 10.0 ** float(rng.integers(0, 5)))
        for i, (n, size) in enumerate(SIZES)
    ]
