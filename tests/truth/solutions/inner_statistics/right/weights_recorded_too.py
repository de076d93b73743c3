import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(carry, batch):
        w, count = carry
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, *batch)
        return (w - rate * g, count + 1), (loss, activity, jnp.square(g).sum())

    (w, _), (losses, activities, squares) = jax.lax.scan(step, (weights, 0), (xs, ys))
    return w, losses, activities, jnp.sqrt(squares)
