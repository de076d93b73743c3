"""Updates in a function made by `nnx.jit`, with tau as an argument, and runs both networks outside."""

import jax
from flax import nnx


@nnx.jit
def move(target, online, tau):
    new = jax.tree.map(
        lambda t, o: (1 - tau) * t + tau * o,
        nnx.state(target, nnx.Param),
        nnx.state(online, nnx.Param),
    )
    nnx.update(target, new)


def soft_update(target, online, tau, x):
    move(target, online, tau)
    return target(x), online(x)
