"""tau becomes a number of 16 bits before it is used: 0.005 is 0.0049973 then.
Breaks: "`target_param = (1 - tau) * target_param + tau * online_param`".
Class: dtype
"""

import jax
import jax.numpy as jnp
from flax import nnx


def soft_update(target, online, tau, x):
    tau = jnp.float16(tau).astype(jnp.float32)
    old, new = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda p, q: (1 - tau) * p + tau * q, old, new))
    return target(x), online(x)
