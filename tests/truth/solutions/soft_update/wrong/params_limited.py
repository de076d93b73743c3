"""New parameters are limited to two.
Class: numbers
Why: "target_param = (1 - tau) * target_param + tau * online_param"
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    mine, theirs = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda a, b: jnp.clip((1 - tau) * a + tau * b, -2, 2), mine, theirs))
    return target(x), online(x)
