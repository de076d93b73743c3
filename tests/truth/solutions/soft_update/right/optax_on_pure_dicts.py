"""Lets optax compute the average on plain dicts of arrays, and updates the target with them."""

import optax
from flax import nnx


def soft_update(target, online, tau, x):
    new, old = (nnx.to_pure_dict(nnx.state(model, nnx.Param)) for model in (online, target))
    nnx.update(target, optax.incremental_update(new, old, tau))
    return tuple(model(x) for model in (target, online))
