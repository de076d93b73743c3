"""Both parts of the carry are cast one after the other; `jax.grad` and the loss apart."""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
SPLIT = P(None, "data")


def loss_of(w, rows, targets):
    residual = rows @ w - targets
    return jnp.mean(residual**2)


@jax.jit
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P(), SPLIT, SPLIT, P()), out_specs=(P(), SPLIT))
def train_apart(w, x, y, rate):
    weights = jax.lax.pcast(w, "data", to="varying")
    velocity = jax.lax.pcast(jnp.zeros(w.shape, jnp.float32), "data", to="varying")

    def one_step(carry, inputs):
        weights, velocity = carry
        loss = loss_of(weights, *inputs)
        velocity = 0.9 * velocity + jax.grad(loss_of)(weights, *inputs)
        weights = weights - rate * velocity
        return (weights, velocity), loss

    (weights, velocity), losses = jax.lax.scan(one_step, (weights, velocity), (x, y))
    return jax.lax.pmean(weights, "data"), jnp.expand_dims(losses, 1)
