"""Optax takes the step."""

import jax
import optax


def descend(loss, params, rate):
    value, grad = jax.value_and_grad(loss)(params)
    optimizer = optax.sgd(learning_rate=rate)
    state = optimizer.init(params)
    updates, state = optimizer.update(grad, state)
    return value, optax.apply_updates(params, updates)
