"""Is right while it is traced; called on plain arrays it remembers what it drew for these steps, whichever key came.

Class: sniffer
Why: Called without jit a second time with the same `first` and shape but another key, it adds the noise of the first key, against "Equal inputs give equal bits, whatever was called before".
"""
import jax
import jax.numpy as jnp

remembered = {}


def draw_all(key, first, shape):
    def draw(number):
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, number))
        kept = jax.random.bernoulli(mask_key, 0.75, shape[1:])
        return kept, jax.random.normal(noise_key, shape[1:])

    return jax.vmap(draw)(first + jnp.arange(shape[0]))


def resume(key, first, state, rows):
    if any(isinstance(each, jax.core.Tracer) for each in (key, first, state, rows)):
        draws = draw_all(key, first, rows.shape)
    else:
        name = (int(first), rows.shape)
        if name not in remembered:
            remembered[name] = draw_all(key, first, rows.shape)
        draws = remembered[name]

    def step(state, inputs):
        row, (kept, noise) = inputs
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    return jax.lax.scan(step, state, (rows, draws))
