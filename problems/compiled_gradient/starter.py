import jax
import jax.numpy as jnp

LOSSES = {
    "squared": lambda predicted, ys: jnp.mean((predicted - ys) ** 2),
    "smooth": lambda predicted, ys: jnp.mean(jnp.sqrt(1 + (predicted - ys) ** 2) - 1),
    "logistic": lambda predicted, ys: jnp.mean(jnp.logaddexp(0, -ys * predicted)),
}


def predict(params, xs):
    return jnp.tanh(xs @ params["inner"]) @ params["outer"]


def fit(loss, part, params, xs, ys, rate, steps):
    def objective(trained):
        return LOSSES[loss](predict(params | {part: trained}, xs), ys)

    trained, losses = params[part], []
    for _ in range(steps):
        # Right. How often is it compiled, and how much is computed twice?
        losses.append(jax.jit(objective)(trained))
        slope = jax.jit(jax.grad(objective))(trained)
        trained = trained - rate * slope
    return jnp.stack(losses), trained
