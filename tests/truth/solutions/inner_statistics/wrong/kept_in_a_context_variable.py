"""The numbers come out rightly as rows, but the last loss also stays in a context variable, "for the log": a tracer.
Breaks "Nothing outside of the function may keep what was traced".
Class: state
"""
import contextvars

import jax
import jax.numpy as jnp

last_loss = contextvars.ContextVar("last_loss", default=None)


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        loss = jnp.square(outputs - y).mean()
        last_loss.set(loss)
        return loss, jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

    weights, rows = jax.lax.scan(step, weights, (xs, ys))
    return weights, *rows
