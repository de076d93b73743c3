def step(params, grads, rate):
    # This knows one kind of tree. The parameters come in any.
    if not isinstance(params, dict) or params.keys() != {"w", "b"}:
        raise NotImplementedError("a tree of another kind")
    return {
        "w": params["w"] - rate * grads["w"],
        "b": params["b"] - rate * grads["b"],
    }
