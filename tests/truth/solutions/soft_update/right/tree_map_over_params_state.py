import jax
from flax import nnx


def soft_update(target, online, tau, x):
    mine, theirs = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda a, b: a + tau * (b - a), mine, theirs))
    return target(x), online(x)
