"""What was 200 steps ago has a weight of 7e-10, so a sum of the last 200 pushes takes the place of the recurrence.

Class: numbers
Why: for a state of 1e20 and 300 rows of ordinary size the last state is some 1.9e6, and only the ordinary pushes come out.
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def push(n, row):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        return jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)

    steps = rows.shape[0]
    pushes = jax.vmap(push)(first + jnp.arange(steps), rows)
    pushes = jnp.concatenate([state[None], pushes])
    place = jnp.arange(steps + 1)[:, None]

    def add(lag, total):
        earlier = jnp.where(place >= lag, jnp.roll(pushes, lag, axis=0), 0)
        return total + jnp.float32(0.9) ** lag * earlier

    states = jax.lax.fori_loop(0, 200, add, jnp.zeros_like(pushes))[1:]
    return states[-1], states
