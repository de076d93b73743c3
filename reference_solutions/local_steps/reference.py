import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

MESH = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")
SPECS = P(), SPLIT, SPLIT, P()


@jax.jit
@functools.partial(jax.shard_map, mesh=MESH, in_specs=SPECS, out_specs=(P(), SPLIT), check_vma=False)
def train_apart(w, x, y, rate):
    def step(state, batch):
        w, velocity = state
        rows, targets = batch
        errors = rows @ w - targets
        velocity = 0.9 * velocity + 2 * errors @ rows / len(targets)
        return (w - rate * velocity, velocity), (errors**2).mean()

    (w, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x, y))
    return jax.lax.pmean(w, "data"), losses[:, None]
