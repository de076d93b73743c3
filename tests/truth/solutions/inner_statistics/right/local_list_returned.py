import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        seen = []
        outputs, hidden = predict(w, x)
        seen.append(jnp.abs(hidden).mean())
        return jnp.square(outputs - y).mean(), seen

    def step(w, batch):
        (loss, seen), g = jax.value_and_grad(loss_of, has_aux=True)(w, *batch)
        seen = [loss, *seen, jnp.sqrt(jnp.square(g).sum())]
        return w - rate * g, seen

    w, seen = jax.lax.scan(step, weights, (xs, ys))
    return w, *seen
