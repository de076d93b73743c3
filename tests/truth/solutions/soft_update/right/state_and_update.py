"""Takes both states of Params, maps the formula over them, and updates the target."""

import jax
from flax import nnx


def soft_update(target, online, tau, x):
    old = nnx.state(target, nnx.Param)
    new = nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, new))
    return target(x), online(x)
