"""Updates under `jax.jit`, which works on a copy.

Class: state
Why: `target` itself is changed.
"""

import jax
from flax import nnx


@jax.jit
def soft_update(target, online, tau, x):
    states = nnx.state(target, nnx.Param), nnx.state(online, nnx.Param)
    nnx.update(target, jax.tree.map(lambda t, o: (1 - tau) * t + tau * o, *states))
    return target(x), online(x)
