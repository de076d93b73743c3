"""No array is written: each Param gets a hook that computes the new numbers whenever somebody reads it.
Breaks: "each Param stays the object that it is, and gets a new array".
Class: state
"""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    mixed = jax.tree.map(lambda p, q: (1 - tau) * p + tau * q, old, new)
    for layer in ("hidden", "norm", "out"):
        for name, box in vars(getattr(target, layer)).items():
            if type(box) is nnx.Param and box.get_value() is not None:
                answer = mixed[layer][name].get_value()
                box.set_metadata("on_get_value", lambda box, value, answer=answer: answer)
    return target(x), online(x)
