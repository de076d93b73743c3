"""Inputs of `step_keys`: runs from the beginning, and from steps in the middle, near and far."""

import jax
import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(12, 5), (1, 1), (1000, 3), (300, 16)]
"""T and D of the hidden cases."""
LASTING = 300
"""The most steps after which a part of a state can be left: a tenth of it goes in each."""


def make_call(key, first, sizes, rng, scale=1.0):
    """Return a call with fresh numbers of about `scale`."""
    t, d = sizes
    state, rows = (scale * rng.standard_normal(shape) for shape in ((d,), (t, d)))
    args = {"key": key, "first": np.array(first, np.int32)}
    args |= {"state": state.astype(np.float32), "rows": rows.astype(np.float32)}
    return Call(args, label=f"T = {t}, D = {d}, from step {first}")


def make_lasting(key, sizes, rng):
    """Return a call from a state that isn't forgotten: it is so large that a part is left after the last step."""
    t, d = sizes
    args, factor = make_call(key, 0, sizes, rng).args, 0.3 / 0.9**t
    label = f"T = {t}, D = {d}, from step 0, a state {factor:.2g} times as large as the rows"
    return Call(args | {"state": np.float32(factor) * args["state"]}, label=label)


def make_case(name, sizes, rng, far):
    """Return a case of four calls: from the beginning, from step 2, from a step that is `far`, and with another key.

    A fifth one begins at a state that shows to the end, unless there are so many steps that float32 can't hold it.
    """
    t, d = sizes
    key, other = (jax.random.key(int(rng.integers(2**31))) for _ in range(2))
    calls = [make_call(key, first, sizes, rng, scale) for first, scale in ((0, 1.0), (2, 3.0), (far, 1.0))]
    calls.append(make_call(other, 0, sizes, rng))
    if t <= LASTING:
        calls.append(make_lasting(other, sizes, rng))
    return Case(name, f"T = {t}, D = {d}, up to step {far + t}", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(37)
    shown = {"key": jax.random.key(0), "first": np.array(0, np.int32)}
    shown |= {"state": np.zeros(2, np.float32), "rows": np.ones((3, 2), np.float32)}
    example = [
        Call(shown, label="the statement's example, from step 0"),
        Call(shown | {"first": np.array(2, np.int32)}, label="the statement's example, from step 2"),
        make_call(jax.random.key(7), 2, (3, 2), rng),
        make_call(jax.random.key(0), 3, (3, 2), rng),  # where the first call ended, from another state
    ]
    long = make_case("sample-2", (20, 3), rng, 1000)
    again = Call(long.calls[2].args, label="the third call once more")
    return [
        Case("sample-1", "the statement's example, from step 2, and with another key", example),
        Case("sample-2", long.label, [*long.calls, again]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    far = [int(rng.integers(10**6, 10**9)) for _ in HIDDEN]
    return [make_case(f"hidden-{i + 1}", sizes, rng, far[i]) for i, sizes in enumerate(HIDDEN)]
