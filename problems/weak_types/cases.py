"""Inputs of `weak_types`: the same numbers as Python scalars and as arrays, which must share one program."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

SIZES = [3, 1, 5, 8, 2, 17, 4]
"""D of the hidden cases."""


def make_call(average, d, rate, rng, traces):
    """Return a call with these kinds of average and rate.

    The second number of the reading is 0. All others of a call have one sign and are of one size, so that none of the
    result's digits cancel.
    """
    sign = int(rng.choice([-1, 1])) * 10 ** (8 if average == "large int" else int(rng.integers(0, 4)))
    whole, number, factor = (
        sign * int(rng.integers(1, 5)),
        sign * float(rng.uniform(1, 5)),
        float(rng.uniform(0.2, 0.8)),
    )
    made = {
        "int": whole,
        "large int": whole + 1,  # one that float32 rounds
        "zero": 0.0,
        "float": number,
        "array": (sign * rng.uniform(1, 5, d)).astype(np.float32),
        "weak array": Build("weak", {"value": number, "shape": [d]}),
    }[average]
    factors = {
        "int": 1,
        "zero": 0,
        "float": factor,
        "array": np.array(factor, np.float32),
        "zero array": np.array(0, np.float32),
        "unit array": np.array(1, np.float32),
        "weak array": Build("weak", {"value": factor, "shape": []}),
    }
    reading = (sign * rng.uniform(1, 5, d)).astype(np.float32)
    reading[1:2] = 0
    label = f"average: {average}, rate: {rate}"
    return Call({"average": made, "reading": reading, "rate": factors[rate]}, traces=traces, label=label)


def make_case(name, label, d, rng, kinds):
    """Return the case that calls with these kinds of average and rate, once with another D, and then as first."""
    calls = [make_call(average, d, rate, rng, int(i == 0)) for i, (average, rate) in enumerate(kinds)]
    return finish_case(name, label, calls, d, rng)


def finish_case(name, label, calls, d, rng):
    """Return the case of these calls, one with another D, and the first one again.

    The call with another D has the first one's average, if that is one number.
    """
    first = calls[0].args["average"]
    other = make_call("array", d + 1, "float", rng, 1)
    if not isinstance(first, np.ndarray):
        other = Call(other.args | {"average": first}, traces=1, label=f"the first average, {d + 1} sensors")
    again = Call(calls[0].args, traces=0, label=f"{calls[0].label}, once more")
    return Case(name, label, [*calls, other, again])


def make_example(name, rng):
    """Return the case that begins with the statement's example."""
    average, first, second = np.array([[1, 2], [2, 4], [3, 2]], np.float32)
    calls = [
        Call({"average": 0.0, "reading": first, "rate": 0.5}, traces=1, label="average: float, rate: float"),
        Call(
            {"average": average, "reading": second, "rate": np.array(0.5, np.float32)},
            traces=0,
            label="average: array, rate: array",
        ),
    ]
    return finish_case(name, "the statement's example", calls, 2, rng)


KINDS = [
    [("float", "float"), ("array", "float"), ("array", "array"), ("int", "float"), ("zero", "array")],
    [("array", "array"), ("float", "array"), ("array", "int"), ("array", "float"), ("large int", "float")],
    [("int", "int"), ("array", "float"), ("float", "array"), ("array", "array"), ("array", "zero array")],
    [("array", "weak array"), ("weak array", "float"), ("float", "zero"), ("weak array", "unit array")],
]
"""The kinds of average and rate in each call of a case."""


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(8)
    return [
        make_case("sample-1", "three sensors", 3, rng, KINDS[0]),
        make_case("sample-2", "one sensor", 1, rng, KINDS[1]),
        make_example("sample-3", rng),
        make_case("sample-4", "two sensors, and arrays that are weakly typed", 2, rng, KINDS[3]),
    ]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", f"D = {d}", d, rng, KINDS[i % len(KINDS)]) for i, d in enumerate(SIZES)]
