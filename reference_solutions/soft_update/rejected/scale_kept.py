import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    new = jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, nnx.state(target, nnx.Param), nnx.state(online, nnx.Param))
    nnx.update(target, new)
    target.tau = nnx.Param(jnp.array(tau))
    return target(x), online(x)
