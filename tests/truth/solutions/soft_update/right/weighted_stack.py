import jax
import jax.numpy as jnp
from flax import nnx


def weighted(weights: jax.Array, *arrays: jax.Array) -> jax.Array:
    """Return the sum of the arrays, each times its weight."""
    return jnp.sum(jnp.stack([w * a for w, a in zip(weights, arrays)]), axis=0)


def soft_update(target: nnx.Module, online: nnx.Module, tau: float, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    states = [nnx.state(network, nnx.Param) for network in (target, online)]
    blended = jax.tree.map(lambda *arrays: weighted((1.0 - tau, tau), *arrays), *states)
    nnx.update(target, blended)
    first, second = (network(x) for network in (target, online))
    return first, second
