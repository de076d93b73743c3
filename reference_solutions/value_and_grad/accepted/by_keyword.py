"""A step by Optax, which knows no more than the rate."""

import jax
import optax


def descend(loss, params, rate):
    value, grads = jax.value_and_grad(loss, argnums=0)(params)
    optimizer = optax.sgd(rate)
    updates, _ = optimizer.update(grads, optimizer.init(params))
    return value, optax.apply_updates(params, updates)
