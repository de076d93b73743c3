"""vmap runs all batches from the same state at once and keeps the last one's state; right only for a single batch.
Breaks "the running mean and the counter move as if you had called `model(batch)`" for each batch in order.
Class: numbers
"""
import jax
from flax import nnx


@jax.jit
def run(model, batches):
    graphdef, state = nnx.split(model)

    def one(state, batch):
        copy = nnx.merge(graphdef, state)
        y = copy(batch)
        return y, nnx.state(copy)

    outputs, states = jax.vmap(one, in_axes=(None, 0))(state, batches)
    return outputs, jax.tree.map(lambda leaf: leaf[-1], states)


def follow(model, batches):
    outputs, state = run(model, batches)
    nnx.update(model, state)
    return outputs
