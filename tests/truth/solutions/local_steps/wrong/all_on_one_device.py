"""One device trains all eight, and the results are put where they belong.
Class: layout
Why: "The devices share the work".
"""

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))


def train_one(w, x, y, rate):
    def step(state, batch):
        w, velocity = state
        loss, gradient = jax.value_and_grad(lambda w: ((batch[0] @ w - batch[1]) ** 2).mean())(w)
        velocity = 0.9 * velocity + gradient
        return (w - rate * velocity, velocity), loss

    (w, _), losses = jax.lax.scan(step, (w, jnp.zeros_like(w)), (x, y))
    return w, losses


@jax.jit
def run(w, x, y, rate):
    s, n, d = x.shape
    x, y = x.reshape(s, 8, n // 8, d), y.reshape(s, 8, n // 8)
    weights, losses = jax.vmap(train_one, in_axes=(None, 1, 1, None), out_axes=(0, 1))(w, x, y, rate)
    return weights.mean(axis=0), losses


def train_apart(w, x, y, rate):
    places = NamedSharding(mesh, P()), NamedSharding(mesh, P(None, "data"))
    return jax.device_put(run(w, x, y, rate), places)
