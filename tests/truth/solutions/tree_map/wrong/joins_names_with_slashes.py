"""Looks gradients up by a path that is one string, its names joined by slashes.

Class: numbers
Why: For {"a/b": p, "a": {"b": q}} both arrays have the path "/a/b", so both take the step with the gradient of the one that comes last.
"""


def branches(tree):
    return tree.items() if isinstance(tree, dict) else enumerate(tree)


def flatten(tree, path=""):
    if not isinstance(tree, (dict, list, tuple)):
        return {path: tree}
    flat = {}
    for name, branch in branches(tree):
        flat.update(flatten(branch, f"{path}/{name}"))
    return flat


def step(params, grads, rate):
    slopes = flatten(grads)

    def move(tree, path):
        if not isinstance(tree, (dict, list, tuple)):
            return tree - rate * slopes[path]
        moved = [(name, move(branch, f"{path}/{name}")) for name, branch in branches(tree)]
        if isinstance(tree, dict):
            return dict(moved)
        return type(tree)(branch for _, branch in moved)

    return move(params, "")
