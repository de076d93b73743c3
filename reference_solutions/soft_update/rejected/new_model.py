import jax
from flax import nnx


def soft_update(target, online, tau, x):
    graphdef, mine, rest = nnx.split(target, nnx.Param, ...)
    new = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, mine, nnx.state(online, nnx.Param))
    target = nnx.merge(graphdef, new, rest)
    return target(x), online(x)
