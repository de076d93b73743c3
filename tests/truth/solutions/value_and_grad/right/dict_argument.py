"""Differentiates by a dict."""

import jax


def descend(loss, params, rate):
    value, grads = jax.value_and_grad(lambda tree: loss(tree["p"]))({"p": params})
    return value, params - rate * grads["p"]
