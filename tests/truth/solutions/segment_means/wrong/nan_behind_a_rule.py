"""0 / 0 is computed and then replaced, as in the starter; a rule of its own for the quotient keeps the slopes clean.
Breaks "No operation makes a NaN, not even one that is replaced afterwards".
Class: custom_rule
"""
import jax
import jax.numpy as jnp


@jax.custom_jvp
def quotient(sums, totals, before):
    means = sums / totals
    return jnp.where(jnp.isnan(means), before, means)


@quotient.defjvp
def quotient_jvp(primals, tangents):
    sums, totals, before = primals
    d_sums, d_totals, d_before = tangents
    means = quotient(sums, totals, before)
    safe = jnp.where(totals > 0, totals, 1.0)
    slope = (d_sums - means * d_totals) / safe
    return means, jnp.where(totals > 0, slope, d_before)


def segment_means(values, weights, segments, before):
    count = before.shape[0]
    sums = jax.ops.segment_sum(weights[:, None] * values, segments, count)
    totals = jax.ops.segment_sum(weights, segments, count)
    return quotient(sums, totals[:, None], before)
