import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def forward(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.BatchStat, graph=True)

    loss, pull, moved = jax.vjp(forward, params, has_aux=True)
    (grads,) = pull(jnp.ones_like(loss))
    for (path, variable), (_, gradient) in zip(nnx.to_flat_state(params), nnx.to_flat_state(grads), strict=True):
        nnx.update(model, nnx.from_flat_state([(path, variable.replace(variable[...] - rate * gradient[...]))]))
    nnx.update(model, moved)
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
