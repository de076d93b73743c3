import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, x, y):
        outputs, hidden = predict(w, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    steps = xs.shape[0]

    def body(i, carry):
        w, losses, activities, slopes = carry
        (loss, activity), g = jax.value_and_grad(loss_of, has_aux=True)(w, xs[i], ys[i])
        slope = jnp.sqrt(jnp.square(g).sum())
        return w - rate * g, losses.at[i].set(loss), activities.at[i].set(activity), slopes.at[i].set(slope)

    empty = jnp.zeros(steps)
    return jax.lax.fori_loop(0, steps, body, (weights, empty, empty, empty))
