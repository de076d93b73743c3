"""Checks that both networks have the same structure, and that nothing else has changed at the end."""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    assert 0 < tau <= 1, "tau must be more than 0 and at most 1"
    x = jnp.asarray(x)
    target_params = nnx.state(target, nnx.Param)
    online_params = nnx.state(online, nnx.Param)
    assert jax.tree.structure(target_params) == jax.tree.structure(online_params)
    print("number of arrays to update:", len(jax.tree.leaves(target_params)))
    keep = jnp.float32(1 - tau)
    take = jnp.float32(tau)
    new_params = jax.tree.map(lambda t, o: keep * t + take * o, target_params, online_params)
    nnx.update(target, new_params)
    target_result = target(x)
    online_result = online(x)
    assert target_result.shape == online_result.shape
    return (target_result, online_result)
