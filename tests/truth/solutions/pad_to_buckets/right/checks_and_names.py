"""Checks the input and names every quantity."""

import math

import jax
import jax.numpy as jnp


@jax.jit
def softmax_of_bucket(padded_scores):
    assert padded_scores.ndim == 1
    largest_score = jnp.max(padded_scores)
    shifted_scores = padded_scores - largest_score
    exponentials = jnp.exp(shifted_scores)
    normaliser = jnp.sum(exponentials)
    return exponentials / normaliser


def size_of_bucket(number_of_scores):
    if number_of_scores <= 8:
        return 8
    return 2 ** math.ceil(math.log2(number_of_scores))


def bucket_softmax(scores):
    scores = jnp.asarray(scores, dtype=jnp.float32)
    assert scores.ndim == 1
    number_of_scores = int(scores.shape[0])
    assert number_of_scores >= 1
    bucket = size_of_bucket(number_of_scores)
    assert bucket >= number_of_scores
    padded_scores = jnp.pad(scores, pad_width=(0, bucket - number_of_scores), constant_values=-jnp.inf)
    result_with_padding = softmax_of_bucket(padded_scores)
    result = result_with_padding[0:number_of_scores]
    assert result.shape == scores.shape
    return result
