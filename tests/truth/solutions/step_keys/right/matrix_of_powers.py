"""Expert style: all draws by vmap, and one triangular matrix of powers of 0.9 in place of a loop."""
import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    steps = jnp.arange(rows.shape[0])

    def added(n, row):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        return jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)

    age = steps[:, None] - steps  # how long ago the column's step was, seen from the row's
    powers = jnp.where(age >= 0, jnp.float32(0.9) ** jnp.maximum(age, 0), 0)
    sums = jnp.matmul(powers, jax.vmap(added)(first + steps, rows), precision="highest")
    states = sums + jnp.outer(jnp.float32(0.9) ** (steps + 1), state)
    return states[-1], states
