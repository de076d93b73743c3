import jax
from flax import nnx


@jax.jit
def run(graphdef, state, batches):
    def body(state, batch):
        model = nnx.merge(graphdef, state)
        y = model(batch)
        return nnx.state(model), y

    return jax.lax.scan(body, state, batches)


def follow(model, batches):
    graphdef, state = nnx.split(model)
    state, outputs = run(graphdef, state, batches)
    nnx.update(model, state)
    return outputs
