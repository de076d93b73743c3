"""Inputs of `saved_state`: runs in the middle of their training, and the arrays of others of the same structure."""

import numpy as np

from grader.inside.authoring import Build, Call, Case

KINDS = [
    *[((3, 4, 2), 2, "adam", "bfloat16"), ((1, 1, 1), 1, "momentum", "float32")],
    *[((2, 2, 1), 11, "momentum", "float32"), ((4, 3, 5), 3, "adam", "bfloat16")],
]
"""The widths, the number of hidden layers, the optimizer's rule and the hidden layers' dtype of the hidden cases."""
OTHER = {"adam": "momentum", "momentum": "adam", "bfloat16": "float32", "float32": "bfloat16"}
"""The other rule, and the other dtype."""
SLOTS = {"adam": ("mu", "nu"), "momentum": ("trace",)}
"""What each rule keeps for each parameter."""
ZEROS = {"peaks": 0.0, "model/centre": -0.0}
"""The first numbers of two arrays. `peaks` has -0 there in the run."""


def list_params(widths, depth, dtype):
    """Return dtype and shape of each parameter of the model, as it is saved, by its name."""
    hidden_dtype = np.uint16 if dtype == "bfloat16" else np.float32
    inputs, hidden, outputs = widths
    shapes = {"stem/kernel": (inputs, hidden), "stem/bias": (hidden,)}
    shapes |= {"head/kernel": (hidden, outputs), "head/bias": (outputs,)}
    params = {name: (np.float32, shape) for name, shape in shapes.items()}
    return params | {f"layers/{i}/kernel": (hidden_dtype, (hidden, hidden)) for i in range(depth)}


def list_arrays(widths, depth, rule, dtype):
    """Return dtype and shape of each array of a run, as it is saved, by its name."""
    params = list_params(widths, depth, dtype)
    arrays = {f"model/{name}": kind for name, kind in params.items()}
    for slot in SLOTS[rule]:
        arrays |= {f"optimizer/opt_state/0/{slot}/{name}": kind for name, kind in params.items()}
    if rule == "adam":
        arrays["optimizer/opt_state/0/count"] = (np.int32, ())
    return arrays | {
        "optimizer/step": (np.uint32, ()),
        "model/centre": (np.float32, widths[:1]),
        "model/dropout/rngs/key": (np.uint32, (2,)),
        "model/dropout/rngs/count": (np.uint32, ()),
        "shuffle": (np.uint32, (3, 2)),
        "held_out": (np.uint32, (2,)),
        "scale": (np.uint16, ()),
        "examples": (np.uint32, (2,)),
        "bins": (np.uint16, widths[1:2]),
        "peaks": (np.float16, widths[1:2]),
        "improved": (np.bool_, ()),
    }


def draw(name, dtype, shape, rng):
    """Return the contents of an array: numbers as of training, and for whole numbers any, up to the largest."""
    if dtype is np.bool_:
        return rng.integers(2, size=shape) == 1
    numbers = rng.standard_normal(shape)
    if name in ZEROS:
        numbers[0] = ZEROS[name]
    if dtype in (np.float32, np.float16):
        return numbers.astype(dtype)
    if dtype is np.uint16 and name != "bins":  # the first half of a float32 is a bfloat16
        bits = numbers.astype(np.float32).view(np.uint32) >> np.uint32(16)
        return bits.astype(np.uint16)
    return rng.integers(1, np.iinfo(dtype).max, shape).astype(dtype)


def make_arrays(kind, rng):
    """Return the arrays of a run, in any order."""
    kinds = list_arrays(*kind)
    names = [str(name) for name in rng.permutation(list(kinds))]
    return {name: np.asarray(draw(name, *kinds[name], rng)) for name in names}


def make_call(kind, arrays, rng, label):
    """Return a call with a fresh run."""
    widths, depth, rule, dtype = kind
    fields = {"widths": list(widths), "depth": depth, "rule": rule, "dtype": dtype, "seed": int(rng.integers(2**31))}
    return Call({"run": Build("make_run", fields), "arrays": arrays}, label=label)


def make_case(name, kind, rng):
    """Return a case of five calls: two pairs of a run and arrays, the first arrays again, the other dtype and rule."""
    widths, depth, rule, dtype = kind
    alike, other = (widths, depth, rule, OTHER[dtype]), (widths[::-1], 1, OTHER[rule], OTHER[dtype])
    first, second, third, fourth = (make_arrays(one, rng) for one in (kind, kind, alike, other))
    calls = [
        make_call(kind, first, rng, f"{rule}, widths {widths}, {depth} hidden layers"),
        make_call(kind, second, rng, "another run of the same structure, and other arrays"),
        make_call(kind, first, rng, "the first arrays, and another run"),
        make_call(alike, third, rng, f"a run with the same names, and hidden layers of {alike[3]}"),
        make_call(other, fourth, rng, f"{other[2]}, widths {other[0]}, one hidden layer"),
    ]
    return Case(name, f"{rule}, widths {widths}, {depth} hidden layers", calls)


def samples():
    """Return the cases that learners see, inputs and all."""
    return [make_case("sample-1", ((2, 3, 1), 2, "adam", "bfloat16"), np.random.default_rng(75))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    return [make_case(f"hidden-{i + 1}", kind, rng) for i, kind in enumerate(KINDS)]
