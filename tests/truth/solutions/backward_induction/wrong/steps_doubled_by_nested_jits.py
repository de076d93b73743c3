"""T steps one after the other: a jitted step, one that calls it twice, one that calls that twice. The program looks small.
Breaks "Do it in about log T rounds of parallel work, instead of T steps one after the other"; unfolded, it grows by many per step.
Class: growth"""

import functools

import jax
import jax.numpy as jnp


@jax.jit
def one_step(state):
    rewards, exits, discounts, values, value, t = state

    def at(array):
        return jax.lax.dynamic_index_in_dim(array, t, keepdims=False)

    value = jnp.maximum(at(exits), at(rewards) + at(discounts) * value)
    values = jax.lax.dynamic_update_index_in_dim(values, value, t, 0)
    # Keeps XLA from fusing all steps into one, which takes minutes to compile.
    return jax.lax.optimization_barrier((rewards, exits, discounts, values, value, t - 1))


@functools.cache
def steps(power):
    if power == 0:
        return one_step
    half = steps(power - 1)
    return jax.jit(lambda state: half(half(state)))


@jax.jit
def best_values(rewards, exits, discounts, last):
    n = rewards.shape[0]
    state = rewards, exits, discounts, jnp.zeros_like(rewards), last, jnp.int32(n - 1)
    for power in range(n.bit_length()):
        if n >> power & 1:
            state = steps(power)(state)
    return state[3]
