"""Doubles the reach of each step, in rounds of shifted arrays, without associative_scan."""

import jax
import jax.numpy as jnp


def shifted(x, by, filler):
    end = jnp.full((by, x.shape[1]), filler, x.dtype)
    return jnp.concatenate([x[by:], end])


def best_values(rewards, exits, discounts, last):
    steps, reach = rewards.shape[0], 1
    floor, base, slope = exits, rewards, discounts
    while reach < steps:
        later_floor, later_base, later_slope = (
            shifted(x, reach, filler) for x, filler in ((floor, -jnp.inf), (base, 0.0), (slope, 1.0))
        )
        reached = jnp.where(later_floor == -jnp.inf, -jnp.inf, base + slope * later_floor)
        floor, base, slope = jnp.maximum(floor, reached), base + slope * later_base, slope * later_slope
        reach *= 2
    return jnp.maximum(floor, base + slope * last)


best_values = jax.jit(best_values)
