import jax
import jax.numpy as jnp
from flax import nnx


def _call(model, batch):
    y = model(batch)
    return y, nnx.state(model, nnx.BatchStat)


_call = jax.jit(_call)


def follow(model, batches):
    ys = []
    for i in range(len(batches)):
        y, stats = _call(model, batches[i])
        nnx.update(model, stats)
        ys.append(y)
    return jnp.stack(ys)
