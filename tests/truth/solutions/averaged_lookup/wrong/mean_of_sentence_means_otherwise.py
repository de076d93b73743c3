"""Takes the mean within each sentence, and the mean of these over the sentences.

Class: numbers
Why: a word that occurs twice in one sentence and once in another weighs the third place twice; the statement divides one sum by one count.
"""

import jax
import jax.numpy as jnp


@jax.custom_vjp
def _read(table, ids):
    return jnp.where((ids < 0)[:, :, None], 0.0, table[jnp.maximum(ids, 0)])


def _forward(table, ids):
    return _read(table, ids), (ids, table[:, :0])


def _backward(kept, g):
    ids, rows = kept

    def of_sentence(ids, g):
        sums = jax.ops.segment_sum(g, ids, rows.shape[0])
        counts = jax.ops.segment_sum(jnp.ones(ids.shape), ids, rows.shape[0])
        return sums / jnp.maximum(counts, 1)[:, None], counts > 0

    means, occurs = jax.vmap(of_sentence)(ids, g)
    mean = means.sum(axis=0) / jnp.maximum(occurs.sum(axis=0), 1).astype(jnp.float32)[:, None]
    return mean * jnp.minimum(1, 1 / jnp.sqrt((mean**2).sum(axis=1, keepdims=True))), None


_read.defvjp(_forward, _backward)
lookup = jax.jit(_read)
