import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, stats, rest = nnx.split(model, nnx.Param, nnx.BatchStat, ..., graph=True)

    def objective(params, stats):
        net = nnx.merge(graphdef, params, stats, rest, copy=True)
        value = jnp.mean((net(x) - x) ** 2)
        return value, nnx.state(net, nnx.BatchStat, graph=True)

    (value, stats), grads = jax.value_and_grad(objective, has_aux=True)(params, stats)
    nnx.update(model, jax.tree.map(lambda p, g: p - rate * g, params, grads))
    nnx.update(model, stats)
    return value


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
