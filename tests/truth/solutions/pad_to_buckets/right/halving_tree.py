"""The jitted function folds the bucket in half, and in half again, as pairs of a maximum and a sum of exponentials."""

import typing

import jax
import jax.numpy as jnp


class Part(typing.NamedTuple):
    top: jax.Array  # a maximum
    total: jax.Array  # the sum of exp(score - top)


def join(a: Part, b: Part) -> Part:
    top = jnp.maximum(a.top, b.top)
    return Part(top, a.total * jnp.exp(a.top - top) + b.total * jnp.exp(b.top - top))


def halves(array):
    middle = array.shape[0] // 2
    return array[:middle], array[middle:]


@jax.jit
def softmax(padded, length):
    valid = jnp.arange(padded.shape[0]) < length
    part = Part(padded, valid.astype(padded.dtype))
    while part.top.shape[0] > 1:
        part = join(*map(Part._make, zip(*map(halves, part))))
    return jnp.where(valid, jnp.exp(padded - part.top) / part.total, 0)


def bucket_softmax(scores):
    n = scores.shape[0]
    bucket = 8
    while bucket < n:
        bucket *= 2
    # The last score once more and again: it changes no maximum, and its weight is 0.
    padded = jnp.pad(scores, (0, bucket - n), mode="edge")
    return softmax(padded, n)[:n]
