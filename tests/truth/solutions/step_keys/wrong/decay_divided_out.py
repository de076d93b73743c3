"""Wrong: divides by powers of 0.9 to get along with a running sum, which goes wrong for long runs, where the powers vanish (from about 800 steps on).
Breaks: "equal up to rounding", `T` has no upper limit.
Class: numbers
"""

import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def kick(n, row):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        return jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)

    t = jnp.arange(len(rows))
    kicks = jax.vmap(kick)(first + t, rows)
    decay = (jnp.float32(0.9) ** (t + 1))[:, None]
    states = decay * (state + jnp.cumsum(kicks / decay, axis=0))
    return states[-1], states
