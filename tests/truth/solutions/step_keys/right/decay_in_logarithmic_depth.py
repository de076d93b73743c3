import jax
import jax.numpy as jnp


def resume(key, first, state, rows):
    def drawn(i, row):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, first + i))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        return jnp.where(kept, row, 0) + 0.1 * jax.random.normal(noise_key, row.shape)

    terms = jax.vmap(drawn)(jnp.arange(len(rows)), rows)
    terms = jnp.concatenate([state[None], terms])
    decay = jnp.full((len(terms), 1), 0.9)

    def combine(a, b):
        return a[0] * b[0], b[0] * a[1] + b[1]

    states = jax.lax.associative_scan(combine, (decay, terms))[1][1:]
    return states[-1], states
