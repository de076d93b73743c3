"""Inputs of `bounded_loop`: no step, one, some, and all; some systems rest, some can't go on after the last one."""

import numpy as np

from grader.inside.authoring import Body, Call, Case

HIDDEN = [
    ("root", 4, 5),
    ("approach", 3, 7),
    ("swing", 3, 7),
    ("above", 2, 6),
    ("approach", 1, 1),
    ("turn", 3, 300),
]
"""Step, D and the largest number of steps. `turn` doesn't come to rest, so each of its steps matters."""
LARGE = 40.0
"""About how large the numbers of a call with one step are: over more, rounding grows with them."""


def make_call(step, d, count, most, rng, size=1.0):
    """Return a call with fresh numbers. Two steps of `root` lead below zero, where a third has no value."""
    signs = rng.choice([-1, 1], (2, d))
    weights, state = size * rng.uniform(0.3, 2, (2, d)) * signs
    if step == "root":
        weights, state = rng.uniform(1.9, 2.1, d), rng.uniform(6, 14, d)
    if step == "above":
        weights = rng.uniform(1.1, 1.4, d)  # more than 1; and hidden variants of the step stay above
        state = weights + rng.uniform(2, 4, d)
    args = {"step": Body(step), "weights": weights.astype(np.float32), "state": state.astype(np.float32)}
    args |= {"count": np.array(count, np.int32), "most": most}
    return Call(args, label=f"{step}, D = {d}, {count} of at most {most} steps")


def make_resting(step, d, most, rng):
    """Return a call of `approach` or `swing` with all steps, none of which changes the state. It has a derivative."""
    call = make_call(step, d, most, most, rng)
    rest = call.args["weights"] if step == "approach" else np.zeros(d, np.float32)
    return Call(call.args | {"state": rest}, label=f"{call.label}, at rest")


def make_case(name, step, d, most, rng):
    """Return the case of this system: `root` takes no more than two steps."""
    counts = {"root": [2, 0], "above": [3, 0], "swing": [most, 1]}.get(step, [most - 1, 1])
    sizes = [1.0, LARGE if step == "approach" else 1.0]
    calls = [make_call(step, d, count, most, rng, size) for count, size in zip(counts, sizes, strict=True)]
    if step in ("approach", "swing"):
        calls.append(make_resting(step, d, most, rng))
    return Case(name, f"{step}, D = {d}, at most {most} steps", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(19)
    swing, root = make_case("sample-1", "swing", 2, 4, rng), make_case("sample-2", "root", 1, 4, rng)
    first = swing.calls[0].args
    more = [
        make_call("swing", 2, 0, 4, rng),
        Call(first | {"step": Body("approach")}, label="approach, the numbers of the first call"),
        Call(first, label="the first call once more"),
    ]
    return [Case("sample-1", swing.label, [*swing.calls, *more]), root]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", step, d, most, rng) for i, (step, d, most) in enumerate(HIDDEN)]
