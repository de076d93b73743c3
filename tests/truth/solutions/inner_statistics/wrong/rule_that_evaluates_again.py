"""A derivative rule of its own keeps nothing of the forward pass, and evaluates the model once more on the way back.

Class: custom_rule
Why: Each step computes predict in the forward rule and again in the backward rule: "Each step computes it once, together with its derivative".
"""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def plain(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    @jax.custom_vjp
    def measure(weights, x, y):
        return plain(weights, x, y)

    def forward(weights, x, y):
        return plain(weights, x, y), (weights, x, y)

    def backward(kept, pulled):
        weights, x, y = jax.lax.optimization_barrier(kept)
        slope = jax.grad(lambda w: plain(w, x, y)[0])(weights)
        return pulled[0] * slope, jnp.zeros_like(x), jnp.zeros_like(y)

    measure.defvjp(forward, backward)

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(measure, has_aux=True)(weights, *batch)
        return weights - rate * slope, (loss, activity, jnp.sqrt(jnp.square(slope).sum()))

    weights, rows = jax.lax.scan(step, weights, (xs, ys))
    return weights, *rows
