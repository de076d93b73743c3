import jax
import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    rule = optax.sgd(rate)
    graphdef, params, others = nnx.split(model, nnx.Param, ...)

    def step(carry, batch):
        params, others, memory = carry
        x, y = batch

        def loss_fn(params):
            net = nnx.merge(graphdef, params, others, copy=True)
            return optax.squared_error(net(x), y).mean(), nnx.state(net, nnx.Not(nnx.Param))

        (loss, others), grads = jax.value_and_grad(loss_fn, has_aux=True)(params)
        changes, memory = rule.update(grads, memory, params)
        return (optax.apply_updates(params, changes), others, memory), loss

    (params, others, _), losses = jax.lax.scan(step, (params, others, rule.init(params)), (xs, ys))
    nnx.update(model, params)
    nnx.update(model, others)
    return losses
