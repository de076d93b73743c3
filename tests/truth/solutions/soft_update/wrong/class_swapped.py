"""Wrong: the parameters are right, but the target is made an object of another class, which remembers its last result.
Breaks: "Both models have the same structure after the call."
Class: state
"""

import jax
from flax import nnx

CLASSES = {}


def remembering(kind):
    class Remembering(kind):
        def __call__(self, x):
            if id(x) in RESULTS and RESULTS[id(x)][0] is x:
                return RESULTS[id(x)][1]
            return super().__call__(x)

    Remembering.__name__ = kind.__name__
    return Remembering


RESULTS = {}


def soft_update(target, online, tau, x):
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda old, new: (1 - tau) * old + tau * new, old, new))
    RESULTS.clear()
    first = target(x)
    kind = type(target)
    if kind not in CLASSES.values():
        object.__setattr__(target, "__class__", CLASSES.setdefault(kind, remembering(kind)))
    RESULTS[id(x)] = x, first
    return first, online(x)
