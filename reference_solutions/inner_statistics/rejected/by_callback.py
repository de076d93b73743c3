import jax
import jax.numpy as jnp

history = []


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        return jnp.square(outputs - y).mean(), jnp.abs(hidden).mean()

    def step(weights, batch):
        (loss, activity), slope = jax.value_and_grad(loss_of, has_aux=True)(weights, *batch)
        jax.debug.callback(lambda *row: history.append(row), loss, activity, jnp.sqrt(jnp.square(slope).sum()))
        return weights - rate * slope, None

    history.clear()
    weights, _ = jax.lax.scan(step, weights, (xs, ys))
    jax.effects_barrier()
    return weights, *jnp.array(history).T
