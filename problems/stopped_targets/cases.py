"""Inputs of `stopped_targets`: episodes whose actions have become likelier, or less likely, since they were chosen."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(12, 3), (1, 2), (40, 5), (7, 2), (9, 16)]
"""T and A of the hidden cases."""


def convert(args):
    """Return arguments as arrays of the dtypes that the problem declares."""
    return {name: np.asarray(value, np.int32 if name == "actions" else np.float32) for name, value in args.items()}


def make_call(sizes, rng, scale=1.0):
    """Return a call with rewards and values of about `scale`."""
    t, a = sizes
    logits, actions = 2 * rng.standard_normal((t, a)), rng.integers(a, size=t)
    log_probs = (logits - np.log(np.exp(logits).sum(axis=1, keepdims=True)))[np.arange(t), actions]
    drift = rng.uniform(0.1, 1.5, t) * rng.permutation(np.where(np.arange(t) % 3 == 0, 1, -1))
    args = {
        "logits": logits,
        "values": scale * rng.standard_normal(t),
        "last": scale * (1 + rng.random()),
        "actions": actions,
        "rewards": scale * rng.standard_normal(t),
        "discounts": rng.uniform(0.4, 1, t),
        "behaviour": np.minimum(log_probs + drift, -0.01),
    }
    return Call(convert(args), label=f"T = {t}, A = {a}")


def make_case(name, sizes, rng):
    """Return a case of three calls of the same shapes: small and large rewards, and the first again."""
    t, a = sizes
    first = make_call(sizes, rng)
    again = Call(first.args, label="the first call once more")
    return Case(name, f"T = {t}, A = {a}", [first, make_call(sizes, rng, 1000.0), again])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(35)
    shown = {
        "logits": np.zeros((2, 2)),
        "values": [1, 2],
        "last": 4,
        "actions": [0, 1],
        "rewards": [3, 0],
        "discounts": [0.5, 0.25],
        "behaviour": np.log([0.5, 0.5]),
    }
    example = [Call(convert(shown), label="the statement's example"), make_call((2, 2), rng)]
    return [
        Case("sample-1", "the statement's example, and other numbers", example),
        make_case("sample-2", (6, 4), rng),
        make_case("sample-3", (1, 3), rng),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", sizes, rng) for i, sizes in enumerate(HIDDEN)]
