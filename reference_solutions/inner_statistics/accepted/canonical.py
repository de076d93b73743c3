import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(weights, x, y):
        outputs, hidden = predict(weights, x)
        loss = jnp.square(outputs - y).mean()
        return loss, jnp.abs(hidden).mean()

    def step(weights, batch):
        value_and_slope = jax.value_and_grad(loss_of, has_aux=True)
        (loss, activity), slope = value_and_slope(weights, *batch)
        size = jnp.sqrt(jnp.square(slope).sum())
        return weights - rate * slope, (loss, activity, size)

    weights, statistics = jax.lax.scan(step, weights, (xs, ys))
    return weights, *statistics
