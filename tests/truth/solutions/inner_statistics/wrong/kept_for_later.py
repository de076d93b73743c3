"""The answer is right, and a global keeps a tracer.
Class: structure
Why: "Nothing outside of the function may keep what was traced".
"""

import jax
import jax.numpy as jnp

kept = []


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        kept.append(hidden)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(w, batch):
        x, y = batch
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, x, y)
        return w - rate * g, (loss, activity, jnp.sqrt(jnp.square(g).sum()))

    w, (losses, activities, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, activities, slopes
