import jax
from flax import nnx


@jax.jit
def run(model, batches):
    graphdef, state = nnx.split(model)

    def one(state, batch):
        copy = nnx.merge(graphdef, state)
        outputs = copy(batch)
        return outputs, nnx.state(copy)

    outputs, states = jax.vmap(one, in_axes=(None, 0))(state, batches)
    return outputs, jax.tree.map(lambda value: value[-1], states)


def follow(model, batches):
    outputs, state = run(model, batches)
    nnx.update(model, state)
    return outputs
