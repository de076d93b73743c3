"""Inputs of `frozen_config`: configs that are built anew for each call, of which some ask for the same program."""

import numpy as np

from grader.inside.authoring import Call, Case

STAGES = [
    [["shift", 2], ["flip", 1], ["relu", 1]],
    [["flip", 1], ["relu", 1], ["shift", 3], ["tanh", 2]],
    [["relu", 1]],
    [["tanh", 1], ["flip", 3]],
    [],
]
SIZES = [9, 1, 40, 12]
"""N of the hidden cases."""
SHOWN = -1, 2
"""Powers of ten that the samples' numbers lie between."""
FAR_APART = 1e20, 1e-25
"""How much larger both gains are, and how much smaller the signal, where the product of the gains overflows."""
LABELS = {
    "first": "a first config",
    "equal": "an equal config, another signal",
    "reordered": "its keys in another order, a signal with infinite numbers",
    "gains": "other gains",
    "stride": "another stride",
    "stages": "other stages",
}
ORDERS = [
    ["first", "gains", "equal", "reordered", "stride", "stages"],
    ["first", "stages", "reordered", "gains", "stride", "equal"],
    ["first", "reordered", "stride", "equal", "stages", "gains"],
]


def make_signal(n, rng, scales):
    """Return numbers of both signs, small ones in some calls and large ones in others; one of them is 0."""
    signal = 10.0 ** rng.uniform(*scales) * rng.standard_normal(n)
    signal[n // 2] *= n == 1
    return signal.astype(np.float32)


def make_gains(rng):
    """Return gains of either sign."""
    values = rng.uniform(0.3, 3, 2) * rng.choice([-1, 1], 2)
    return {"in": float(values[0]), "out": float(values[1])}


def change_stages(stages):
    """Return other stages: the same in another order, or a last one once more often."""
    turned = stages[::-1]
    return turned if turned != stages else [*stages, ["flip", 1], ["relu", 1]]


def make_call(step, config, n, rng, scales=SHOWN):
    """Return one call with a config of its own.

    Where stages leave the size of numbers as it is, other gains are so large that they mustn't be multiplied first.
    """
    made = {"stages": [list(stage) for stage in config["stages"]], "stride": config["stride"]}
    made["gains"] = make_gains(rng) if step in {"gains", "stride"} else dict(config["gains"])
    if step == "stride":
        made["stride"] += 1
    if step == "stages":
        made["stages"] = change_stages(made["stages"])
    if step == "reordered":
        made["gains"] = dict(reversed(made["gains"].items()))
        made = dict(reversed(made.items()))
    traces = int(step in {"first", "stride", "stages"})
    signal = make_signal(n, rng, scales)
    if step == "gains" and {name for name, _ in made["stages"]} <= {"flip", "relu"}:
        made["gains"] = {key: FAR_APART[0] * gain for key, gain in made["gains"].items()}
        signal *= np.float32(FAR_APART[1])
    if step == "reordered":
        signal[:2] = [np.inf, -np.inf][:n]
    return Call({"signal": signal, "config": made}, traces=traces, label=LABELS[step])


def make_case(name, number, n, rng, scales=SHOWN):
    """Return the case that begins with the stages of this number; at last comes the first call once more."""
    config = {"stages": STAGES[number % len(STAGES)], "stride": 1 + number % 3, "gains": make_gains(rng)}
    calls = [make_call(step, config, n, rng, scales) for step in ORDERS[number % len(ORDERS)]]
    again = Call(calls[0].args, traces=0, label="the first call once more")
    return Case(name, f"N = {n}, {len(config['stages'])} stages", [*calls, again])


def make_digits(name, rng):
    """Return a case of configs whose digits are the same if joined, gains of 0 and 1, and ten programs."""
    config = {"stages": [["shift", 1]], "stride": 11, "gains": make_gains(rng)}
    other = {"stages": [["shift", 11]], "stride": 1, "gains": config["gains"]}
    calls = [
        make_call("first", config, 12, rng),
        Call({"signal": make_signal(12, rng, SHOWN), "config": other}, traces=1, label="other stages, another stride"),
    ]
    often = config | {"stages": [["shift", 3]]}
    args = {"signal": make_signal(12, rng, SHOWN), "config": often}
    calls.append(Call(args, traces=(0, 1), label="a stage more often"))
    for before, after in ((0.0, 1.0), (1.0, 0.0)):
        args = {"signal": make_signal(12, rng, SHOWN), "config": other | {"gains": {"in": before, "out": after}}}
        calls.append(Call(args, traces=0, label=f"other gains, {before} and {after}"))
    for times in range(4, 11):
        gains = config["gains"] if times < 10 else {"in": 1.0, "out": 0.0}
        args = {
            "signal": make_signal(12, rng, SHOWN),
            "config": config | {"stages": [["shift", times]], "gains": gains},
        }
        calls.append(Call(args, traces=(0, 1), label=f"a stage {times} times"))
    calls.append(Call(calls[0].args, traces=0, label="the first call once more"))
    return Case(name, "N = 12, one stage, gains of 0 and 1, ten programs", calls)


def make_example(rng):
    """Return the case of the statement's example."""
    signal = np.array([1.0, -2.0, 3.0, -4.0], np.float32)
    config = {"stages": [["relu", 1], ["shift", 2]], "stride": 2, "gains": {"in": -1.0, "out": 10.0}}
    other = config | {"gains": {"out": 1.0, "in": -0.5}}
    often = config | {"stages": [["relu", 1], ["shift", 3]]}
    calls = [
        Call({"signal": signal, "config": config}, traces=1, label="the statement's example"),
        Call({"signal": signal, "config": other}, traces=0, label="other gains"),
        make_call("stages", config, 4, rng),
        Call({"signal": signal, "config": often}, traces=(0, 1), label="a stage more often"),
    ]
    return Case("sample-1", "the statement's example, and other configs", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(11)
    return [make_example(rng), make_case("sample-2", 1, 6, rng), make_case("sample-3", 4, 3, rng)]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    cases = [make_case(f"hidden-{i + 1}", i, n, rng, (0, 4)) for i, n in enumerate(SIZES)]
    return [*cases, make_digits(f"hidden-{len(cases) + 1}", rng)]
