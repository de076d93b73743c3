import jax
from flax import nnx


@jax.jit
def advance(state, x):
    model = nnx.merge(advance_graphdef[0], state)
    model(x)
    return nnx.state(model)


advance_graphdef = [None]


def calibrate(model, batches, x):
    graphdef, state = nnx.split(model)

    @jax.jit
    def both(state, batches, x):
        def body(state, batch):
            model = nnx.merge(graphdef, state)
            model(batch)
            return nnx.state(model), None

        state, _ = jax.lax.scan(body, state, batches)
        model = nnx.merge(graphdef, state)
        model.eval()
        return state, model(x)

    state, out = both(state, batches, x)
    nnx.update(model, state)
    return out
