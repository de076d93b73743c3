import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def compiled(model, batch):
    out = model(batch)
    return out, nnx.state(model)


def follow(model, batches):
    outs = []
    for batch in batches:
        out, new_state = compiled(model, batch)
        nnx.update(model, new_state)
        outs.append(out)
    return jnp.stack(outs, axis=0)
