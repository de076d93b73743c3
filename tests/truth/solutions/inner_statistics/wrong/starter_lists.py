"""Lists are filled inside.
Class: structure
Why: "Nothing outside of the function may keep what was traced".
"""

import jax
import jax.numpy as jnp

kept = []


def fit(predict, weights, xs, ys, rate):
    kept.clear()

    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        kept.append(jnp.abs(hidden).mean())
        return jnp.square(outputs - y).mean()

    def step(w, batch):
        loss, g = jax.value_and_grad(loss_of)(w, *batch)
        return w - rate * g, (loss, jnp.sqrt(jnp.square(g).sum()))

    w, (losses, slopes) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, jnp.stack(kept), slopes
