import jax
import jax.numpy as jnp
from flax import nnx


def _mean_of_rows(model, batch):
    def score(row):
        (number,) = model(row[None])
        return number

    return jax.vmap(score)(batch).mean()


_compiled = nnx.jit(_mean_of_rows)


def evaluate(model, batches):
    means = []
    for batch in batches:
        means += [_compiled(model, batch)]
    return jnp.hstack(means)
