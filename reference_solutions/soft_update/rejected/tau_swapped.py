import jax
from flax import nnx


def soft_update(target, online, tau, x):
    new = jax.tree.map(lambda t, o: tau * t + (1 - tau) * o, nnx.state(target, nnx.Param), nnx.state(online, nnx.Param))
    nnx.update(target, new)
    return target(x), online(x)
