import jax
import jax.numpy as jnp
from flax import nnx


@jax.jit
def step(graphdef, state, x, rate):
    params, rest = nnx.split_state(state, nnx.Param, ...)

    def loss_fn(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.Not(nnx.Param), graph=True)

    (loss, rest), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    return loss, nnx.merge_state(jax.tree.map(lambda p, g: p - rate * g, params, grads), rest)


def fit(model, xs, rate):
    graphdef, state = nnx.split(model, graph=True)
    losses = []
    for x in xs:
        loss, state = step(graphdef, state, x, rate)
        losses.append(loss)
    nnx.update(model, state)
    return jnp.stack(losses)
