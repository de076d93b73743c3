"""A step by Optax."""

import optax


def step(params, grads, rate):
    optimizer = optax.sgd(rate)
    updates, _ = optimizer.update(grads, optimizer.init(params), params)
    return optax.apply_updates(params, updates)
