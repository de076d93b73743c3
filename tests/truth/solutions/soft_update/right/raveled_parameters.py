"""All parameters as one vector: blend it once and put the pieces back."""

from flax import nnx
from jax.flatten_util import ravel_pytree


def soft_update(target, online, tau, x):
    old, unravel = ravel_pytree(nnx.state(target, nnx.Param))
    new, _ = ravel_pytree(nnx.state(online, nnx.Param))
    nnx.update(target, unravel((1 - tau) * old + tau * new))
    return target(x), online(x)
