import jax
import jax.numpy as jnp
from flax import nnx

step = jax.jit(lambda model, x: (model(x), model))


def follow(model, batches):
    outs = []
    for x in batches:
        out, copy = step(model, x)
        nnx.update(model, nnx.state(copy))
        outs.append(out)
    return jnp.stack(outs)
