"""Knows the statement's names.

Class: sniffer
Why: Other names in each case.
"""


def step(params, grads, rate):
    move = lambda p, g: p - rate * g
    layers = [
        tuple(move(p, g) for p, g in zip(layer, other)) for layer, other in zip(params["layers"], grads["layers"])
    ]
    return {"layers": layers, "scale": move(params["scale"], grads["scale"])}
