import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit(graph=True)
def step(model, x, rate):
    rule = optax.sgd(rate)
    graphdef, params, rest = nnx.split(model, nnx.Param, ..., graph=True)

    def loss_fn(params):
        net = nnx.merge(graphdef, params, rest, copy=True)
        return optax.squared_error(net(x), x).mean(), nnx.state(net, nnx.Not(nnx.Param), graph=True)

    (loss, rest), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
    changes, _ = rule.update(grads, rule.init(params), params)
    nnx.update(model, optax.apply_updates(params, changes), rest)
    return loss


def fit(model, xs, rate):
    return jnp.stack([step(model, x, rate) for x in xs])
