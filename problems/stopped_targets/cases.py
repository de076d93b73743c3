"""Inputs of `stopped_targets`: episodes whose actions have become likelier, or less likely, since they were chosen."""

import numpy as np

from grader.inside.authoring import Call, Case

HIDDEN = [(12, 3), (1, 2), (40, 5), (7, 2), (9, 16)]
"""T and A of the hidden cases."""


def convert(args):
    """Return arguments as arrays of the dtypes that the problem declares."""
    return {name: np.asarray(value, np.int32 if name == "actions" else np.float32) for name, value in args.items()}


def find_log_probs(logits, actions):
    """Return the logarithm of each action's probability."""
    totals = np.log(np.exp(logits).sum(axis=1))
    return logits[np.arange(len(actions)), actions] - totals


def make_call(sizes, rng, scale=1.0):
    """Return a call with rewards and values of about `scale`."""
    t, a = sizes
    logits, actions = 2 * rng.standard_normal((t, a)), rng.integers(a, size=t)
    log_probs = find_log_probs(logits, actions)
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


def make_unlikely(sizes, rng):
    """Return a call with logits far apart. The least likely actions were chosen, less likely yet: the weights are 1."""
    args, (t, a) = make_call(sizes, rng).args, sizes
    logits = 30 * args["logits"].astype(float)
    actions = logits.argmin(axis=1)
    behaviour = find_log_probs(logits, actions) - rng.uniform(1, 60, t)
    args |= {"logits": logits, "actions": actions, "behaviour": behaviour}
    return Call(convert(args), label=f"T = {t}, A = {a}, logits far apart, unlikely actions")


def make_rare(sizes, rng):
    """Return a call whose actions have become impossible, nearly: all weights are from exp(-40) to exp(-26).

    Logits are whole and far apart, so the logarithms are exact, whichever way they are computed.
    """
    args, (t, a) = make_call(sizes, rng).args, sizes
    steps, actions = np.arange(t), args["actions"]
    logits = np.full((t, a), -60.0)
    logits[steps, actions] = -rng.integers(28, 41, t)
    logits[steps, (actions + 1) % a] = 0
    args |= {"logits": logits, "behaviour": -rng.uniform(0.5, 2, t)}
    return Call(convert(args), label=f"T = {t}, A = {a}, actions that are hardly possible now")


def make_whole(sizes, rng):
    """Return a call with whole numbers, whose errors are exact: large values, no discount, small errors."""
    args, (t, a) = make_call(sizes, rng).args, sizes
    args |= {"values": 10_000 + rng.integers(-3, 4, t), "last": 10_004, "discounts": np.ones(t)}
    args["rewards"] = rng.integers(8, 12, t)
    return Call(convert(args), label=f"T = {t}, A = {a}, values of about 10000 without discount")


def make_case(name, sizes, rng):
    """Return a case of six calls of the same shapes: small and large rewards, three odd ones, and the first again."""
    t, a = sizes
    first, large = make_call(sizes, rng), make_call(sizes, rng, 1000.0)
    large.args["discounts"][::4] = 0
    again = Call(first.args, label="the first call once more")
    odd = [make_unlikely(sizes, rng), make_rare(sizes, rng), make_whole(sizes, rng)]
    return Case(name, f"T = {t}, A = {a}", [first, large, *odd, again])


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
