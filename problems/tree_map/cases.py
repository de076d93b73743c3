"""Inputs of `tree_map`: trees of many structures, whose arrays are of two dtypes and of shapes that are empty, too."""

import numpy as np

from grader.inside.authoring import Call, Case

TREES = {
    "a dict of dicts": {"head": {"w": (3, 2), "b": (2,), "a": ()}, "body": {"z": (4,), "k": (4,)}},
    "a list of pairs": [((2, 3), (3,)), ((3, 1), (1,))],
    "one array": (5,),
    "empty branches": {"b": [], "a": {"x": (2, 2), "none": {}}, "c": ((), (0,), [(3,)])},
    "many levels": [[[{"y": ((2,), {"q": (1, 4), "p": (1, 4)})}], (7,)], {}],
    "a large layer": {"weights": (300, 40), "bias": (40,)},
    "names with slashes": {
        "a": {"b": (3,), "": (3,)},
        "": {"a": {"b": (3,)}},
        "a/b": (3,),
        "a/": (3,),
        "a.b": (3,),
        "10": (3,),
        "9": (3,),
    },
    "a dozen layers": {"layers": [(2,)] * 12, "10": (2,)},
    "equal shapes": {"v": (3,), "u": (3,), "w": [(3,), (3,)]},
}
"""Structures with shapes at their leaves; a tuple of numbers is a shape, and any other tuple is a branch."""


def is_shape(node):
    """Return whether a node is a leaf's shape."""
    return isinstance(node, tuple) and all(isinstance(size, int) for size in node)


def draw(node, dtypes, rng, size):
    """Return a tree of this structure with numbers of about `size`; the dtypes go round from leaf to leaf."""
    if isinstance(node, dict):
        return {name: draw(node[name], dtypes, rng, size) for name in sorted(node)}
    if is_shape(node):
        dtype = dtypes.pop(0)
        dtypes.append(dtype)
        return np.asarray(size * rng.uniform(0.2, 3, node) * rng.choice([-1, 1], node)).astype(dtype)
    return type(node)(draw(child, dtypes, rng, size) for child in node)


def turn(tree):
    """Return the same tree, whose dicts are filled in the opposite order."""
    if isinstance(tree, dict):
        return {name: turn(tree[name]) for name in reversed(tree)}
    return type(tree)(map(turn, tree)) if isinstance(tree, list | tuple) else tree


def make_call(label, rate, rng, dtypes=("float32",), size=1.0):
    """Return a call with trees of this label; the gradients' dicts are filled in another order."""
    params, grads = (draw(TREES[label], list(dtypes), rng, size) for _ in range(2))
    return Call({"params": params, "grads": turn(grads), "rate": rate}, label=f"{label}, rate = {rate}")


def make_case(name, label, rng):
    """Return a case of four calls: a first tree, one with two dtypes and a negative rate, rate 0, the first again."""
    rate = round(float(rng.uniform(0.1, 0.9)), 3)
    first = make_call(label, rate, rng)
    calls = [
        first,
        make_call(label, -2 * rate, rng, ("float16", "float32"), 30.0),
        make_call(label, 0.0, rng),
        Call(first.args, label="the first once more"),
    ]
    return Case(name, label, calls)


def make_example(rng):
    """Return the case that begins with the statement's example."""
    params = {
        "scale": np.array(3, np.float32),
        "layers": [(np.array([1, 2], np.float32), np.array([[4]], np.float32)), ()],
    }
    grads = {
        "layers": [(np.array([2, 0], np.float32), np.array([[-2]], np.float32)), ()],
        "scale": np.array(1, np.float32),
    }
    call = Call({"params": params, "grads": grads, "rate": 0.5}, label="the statement's example")
    return Case("sample-1", "the statement's example", [call, make_call("equal shapes", 0.25, rng)])


def samples():
    """Return the cases that learners see, inputs and all."""
    rng = np.random.default_rng(106)
    labels = ["a dict of dicts", "one array", "empty branches"]
    return [make_example(rng), *(make_case(f"sample-{i + 2}", label, rng) for i, label in enumerate(labels))]


def pool(rng):
    """Return the hidden cases; `rng` is seeded with the installation's secret."""
    labels = ["a list of pairs", "equal shapes", "many levels", "a large layer", "one array", "empty branches"]
    labels += ["names with slashes", "a dozen layers"]
    return [make_case(f"hidden-{i + 1}", label, rng) for i, label in enumerate(labels)]
