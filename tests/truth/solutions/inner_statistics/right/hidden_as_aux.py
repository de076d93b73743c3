import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), hidden

    def step(w, batch):
        (loss, hidden), g = jax.value_and_grad(loss_of, has_aux=True)(w, *batch)
        return w - rate * g, (loss, hidden, g)

    w, (losses, hidden, g) = jax.lax.scan(step, weights, (xs, ys))
    return w, losses, jnp.abs(hidden).mean(axis=(1, 2)), jnp.sqrt(jnp.square(g).sum(axis=(1, 2)))
