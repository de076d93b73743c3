"""Compiles the training of each model once, and finds it by the name of the model.

Class: state
Why: a second model whose function has the same name, `predict`, is never called: the first one is trained again.
"""

import jax
import jax.numpy as jnp

_compiled = {}


def _make(predict):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    @jax.jit
    def run(weights, xs, ys, rate):
        def step(weights, batch):
            (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
            return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

        weights, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
        return weights, losses, activities, slopes

    return run


def fit(predict, weights, xs, ys, rate):
    name = predict.__name__
    if name not in _compiled:
        _compiled[name] = _make(predict)
    return _compiled[name](weights, xs, ys, rate)
