"""A rule for the division in reverse mode only.
Class: custom_rule
Why: "in reverse mode (`jax.grad`) and in forward mode".
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def divide(a, b):
    return jnp.where(b == 0, 0, a / jnp.where(b == 0, 1, b))


def forward(a, b):
    return divide(a, b), (a, b)


def backward(kept, g):
    a, b = kept
    safe = jnp.where(b == 0, 1, b)
    da = jnp.where(b == 0, 0, g / safe)
    return da, (-da * a / safe).sum(axis=1, keepdims=True)


divide.defvjp(forward, backward)


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, num_segments=count)
    totals = jax.ops.segment_sum(weights, segments, num_segments=count)[:, None]
    return jnp.where(totals == 0, before, divide(sums, totals))
