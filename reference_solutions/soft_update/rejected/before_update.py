import jax
from flax import nnx


def soft_update(target, online, tau, x):
    outputs = target(x), online(x)
    new = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, nnx.state(target, nnx.Param), nnx.state(online, nnx.Param))
    nnx.update(target, new)
    return outputs
