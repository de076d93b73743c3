import jax
from flax import nnx


def soft_update(target, online, tau, x):
    new = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, nnx.state(target), nnx.state(online))
    nnx.update(target, new)
    return target(x), online(x)
