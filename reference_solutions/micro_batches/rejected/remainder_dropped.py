import jax
import jax.numpy as jnp


def total(loss, params, x, y, weight):
    return weight @ jax.vmap(loss, (None, 0, 0))(params, x, y)


def accumulate(loss, params, xs, ys, weights, size):
    steps = len(xs) // size

    def step(sums, batch):
        return jax.tree.map(jnp.add, sums, jax.value_and_grad(total, 1)(loss, params, *batch)), None

    start = (jnp.float32(0), jax.tree.map(jnp.zeros_like, params))
    batches = [a[: steps * size].reshape(steps, size, *a.shape[1:]) for a in (xs, ys, weights)]
    sums, _ = jax.lax.scan(step, start, batches)
    return jax.tree.map(lambda leaf: leaf / jnp.maximum(batches[2].sum(), 1e-12), sums)
