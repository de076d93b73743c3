"""Uses `optax.incremental_update`, which is this formula."""

import optax
from flax import nnx


def soft_update(target, online, tau, x):
    moved = optax.incremental_update(nnx.state(online, nnx.Param), nnx.state(target, nnx.Param), tau)
    nnx.update(target, moved)
    return target(x), online(x)
