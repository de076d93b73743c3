"""No `shard_map`: `vmap` over eight parts, and shardings given to `jit`."""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
whole, second = NamedSharding(mesh, P()), NamedSharding(mesh, P(None, "data"))


def train_one(w, x, y, rate):
    def step(state, batch):
        w, velocity = state
        loss, gradient = jax.value_and_grad(lambda w: ((batch[0] @ w - batch[1]) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    (w, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x, y))
    return w, losses


def compute(w, x, y, rate):
    weights, losses = jax.vmap(train_one, in_axes=(None, 1, 1, None), out_axes=(0, 1))(w, x, y, rate)
    return weights.mean(axis=0), losses


compiled = jax.jit(compute, in_shardings=(whole, second, second, None), out_shardings=(whole, second))


def train_apart(w, x, y, rate):
    s, n, d = x.shape
    x, y = x.reshape(s, 8, n // 8, d), y.reshape(s, 8, n // 8)
    return compiled(jax.device_put(w, whole), jax.device_put(x, second), jax.device_put(y, second), rate)
