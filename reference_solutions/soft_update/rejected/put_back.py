import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    old = jax.tree.map(jnp.array, nnx.state(target, nnx.Param))
    new = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, old, nnx.state(online, nnx.Param))
    nnx.update(target, new)
    outputs = target(x), online(x)
    nnx.update(target, old)
    return outputs
