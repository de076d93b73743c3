"""Run by the grader before a submission comes, so that the operations of this problem are compiled. Not a solution."""

import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    """Touch what solutions use, in another order than a solution would."""

    def compute(weights, x):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs).mean(), hidden

    def step(weights, x):
        (value, hidden), slope = jax.value_and_grad(compute, has_aux=True)(weights, x)
        return weights + rate * slope, (jnp.abs(hidden).mean(), value)

    weights, (first, second) = jax.lax.scan(step, weights, xs)
    return weights, second, first, jnp.sqrt(jnp.square(ys).sum(axis=1))
