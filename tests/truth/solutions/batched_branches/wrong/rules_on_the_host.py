"""Lets the host compute the machines, values and derivatives, behind a rule of its own.

Class: host
Why: values and derivatives come out of a `jax.pure_callback`, which isn't allowed.
"""

import jax
import jax.numpy as jnp
import numpy as np


def advance(rule, weights, kinds, running, states):
    def move(weights, kinds, running, states):
        mine = weights[np.clip(kinds, 0, len(weights) - 1)]
        harmless = jnp.where(running[:, None], states, 1.0)
        return jnp.where(running[:, None], jax.vmap(rule)(mine, harmless), states)

    def on_host(*arrays):
        return np.asarray(move(*(np.asarray(a) for a in arrays)))

    def back_on_host(g, weights, kinds, running, states):
        kinds, running = np.asarray(kinds), np.asarray(running)
        _, pull = jax.vjp(lambda w, s: move(w, kinds, running, s), jnp.asarray(weights), jnp.asarray(states))
        return tuple(np.asarray(part) for part in pull(jnp.asarray(g)))

    def shape(x):
        return jax.ShapeDtypeStruct(x.shape, x.dtype)

    @jax.custom_vjp
    def run(weights, kinds, running, states):
        return jax.pure_callback(on_host, shape(states), weights, kinds, running, states)

    def forward(*arrays):
        return run(*arrays), arrays

    def backward(arrays, g):
        by_weights, by_states = jax.pure_callback(back_on_host, (shape(arrays[0]), shape(arrays[3])), g, *arrays)
        return by_weights, None, None, by_states

    run.defvjp(forward, backward)
    return run(weights, kinds, running, states)
