"""Each step is a scan of one step that nobody has jitted, and its results pass through a jitted function that changes nothing.

Class: half_eager
Why: Loss, gradient and update are computed outside of all functions made by jax.jit: "All arithmetic runs in functions made by `jax.jit`".
"""

import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


@jax.jit
def seal(value, trained):
    return value, trained


def fit(loss, part, params, xs, ys, rate, steps):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    def step(trained, _):
        value, slope = jax.value_and_grad(objective)(trained)
        return trained - rate * slope, value

    trained, losses = params[part], []
    for _ in range(steps):
        trained, values = jax.lax.scan(step, trained, None, length=1)
        value, trained = seal(values[0], trained)
        losses.append(value)
    return jnp.stack(losses), trained
