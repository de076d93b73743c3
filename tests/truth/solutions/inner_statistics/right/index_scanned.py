import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(w, i):
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, xs[i], ys[i])
        return w - rate * g, jnp.stack([loss, activity, jnp.sqrt(jnp.sum(g * g))])

    w, table = jax.lax.scan(step, weights, jnp.arange(xs.shape[0]))
    return w, table[:, 0], table[:, 1], table[:, 2]
