import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT), check_vma=False)
def train_apart(w, x, y, rate):
    def loss_of(w, t):
        return jnp.mean((x[t] @ w - y[t]) ** 2)

    def step(state, t):
        weights, velocity = state
        loss, gradient = jax.value_and_grad(loss_of)(weights, t)
        velocity = gradient + 0.9 * velocity
        return (weights - rate * velocity, velocity), loss

    (weights, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), jnp.arange(len(x)))
    return jax.lax.pmean(weights, "data"), losses.reshape(-1, 1)
