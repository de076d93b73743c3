import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(graphdef, state, batch):
    model = nnx.merge(graphdef, state)
    outputs = model(batch)
    return outputs, nnx.state(model)


def follow(model, batches):
    graphdef, state = nnx.split(model)
    results = []
    for batch in batches:
        outputs, moved = step(graphdef, state, batch)
        results.append(outputs)
    nnx.update(model, moved)
    return jnp.stack(results)
