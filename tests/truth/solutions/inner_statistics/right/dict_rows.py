import jax
import jax.numpy as jnp


def fit(predict, weights, xs, ys, rate):
    def loss_of(w, batch):
        outputs, hidden = predict(w, batch["x"])
        return jnp.square(outputs - batch["y"]).mean(), {"activity": jnp.abs(hidden).mean()}

    def step(w, batch):
        (loss, aux), g = jax.value_and_grad(loss_of, has_aux=True)(w, batch)
        return w - rate * g, {"loss": loss, "slope": jnp.sqrt((g**2).sum()), **aux}

    w, seen = jax.lax.scan(step, weights, {"x": xs, "y": ys})
    return w, seen["loss"], seen["activity"], seen["slope"]
