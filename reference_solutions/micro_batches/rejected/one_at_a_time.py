import jax
import jax.numpy as jnp


def accumulate(loss, params, xs, ys, weights, size):
    def step(sums, example):
        x, y, weight = example
        parts = jax.value_and_grad(lambda params: weight * loss(params, x, y))(params)
        return jax.tree.map(jnp.add, sums, parts), None

    start = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    sums, _ = jax.lax.scan(step, start, (xs, ys, weights))
    return jax.tree.map(lambda leaf: leaf / weights.sum(), sums)
