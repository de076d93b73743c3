"""It remembers the state it reached last. A call for the next number goes on from that, and not from the state it is given.
Breaks: "Equal inputs give equal bits, whatever was called before." / "Nothing is saved but the state and the number of the step."
Class: state
"""
import jax
import jax.numpy as jnp

reached = {}


def resume(key, first, state, rows):
    known = not isinstance(first, jax.core.Tracer) and not isinstance(rows, jax.core.Tracer)
    if known:
        state = reached.get((int(first), state.shape), state)

    def step(state, inputs):
        n, row = inputs
        noise_key, mask_key = jax.random.split(jax.random.fold_in(key, n))
        kept = jax.random.bernoulli(mask_key, 0.75, row.shape)
        noise = jax.random.normal(noise_key, row.shape)
        state = 0.9 * state + jnp.where(kept, row, 0) + 0.1 * noise
        return state, state

    last, states = jax.lax.scan(step, state, (first + jnp.arange(rows.shape[0]), rows))
    if known:
        reached[int(first) + rows.shape[0], last.shape] = last
    return last, states
