"""jax.checkpoint saves memory and computes predict a second time on the way back; numbers are right.
Breaks "Each step computes it once" and "At most 1.2 times the floating-point operations".
Class: flops
"""
import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    predict = jax.checkpoint(predict)

    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

    weights, rows = jax.lax.scan(step, weights, (xs, ys))
    return weights, *rows
