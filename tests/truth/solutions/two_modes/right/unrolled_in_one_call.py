import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit(graph=True)
def fit(model, xs, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)
    losses = []
    for x in xs:

        def loss_fn(params, rest=rest, x=x):
            net = nnx.merge(graphdef, params, rest, copy=True)
            return jnp.square(net(x) - x).mean(), nnx.state(net, nnx.Not(nnx.Param), graph=True)

        (loss, rest), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
        params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
        losses.append(loss)
    nnx.update(model, params, rest)
    return jnp.stack(losses)
