import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def step(w, batch):
        x, y = batch
        outputs, back, hidden = jax.vjp(lambda w: predict(w, x), w, has_aux=True)
        error = outputs - y
        g = back(2 * error / error.shape[0])[0]
        return w - rate * g, (jnp.square(error).mean(), jnp.abs(hidden).mean(), jnp.sqrt(jnp.square(g).sum()))

    w, rows = jax.lax.scan(step, weights, (xs, ys))
    return w, rows[0], rows[1], rows[2]
