import jax
from flax import nnx


@jax.jit(static_argnums=0)
def observe(graphdef, state, batch):
    model = nnx.merge(graphdef, state)
    model(batch)
    return nnx.state(model)


@jax.jit(static_argnums=0)
def predict(graphdef, state, x):
    model = nnx.merge(graphdef, state)
    model.eval()
    return model(x)


def calibrate(model, batches, x):
    graphdef, state = nnx.split(model)
    for batch in batches:
        state = observe(graphdef, state, batch)
    nnx.update(model, state)
    return predict(graphdef, state, x)
