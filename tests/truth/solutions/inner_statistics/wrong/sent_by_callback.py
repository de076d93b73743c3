"""io_callback fills a list on the host.
Class: host
Why: "Host callbacks … are not allowed".
"""

from jax.experimental import io_callback
import jax
import jax.numpy as jnp

kept = []


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    kept.clear()

    def step(w, batch):
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, *batch)
        row = loss, activity, jnp.sqrt(jnp.square(g).sum())
        io_callback(lambda *row: kept.append(row), None, *row, ordered=True)
        return w - rate * g, None

    w, _ = jax.lax.scan(step, weights, (xs, ys))
    jax.effects_barrier()
    return w, *jnp.array(kept).T
