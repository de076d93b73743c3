import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    def step(state, batch):
        x, y = batch
        params, rest = nnx.split_state(state, nnx.Param, ...)

        def loss(params):
            current = nnx.merge(graphdef, params, rest)
            return jnp.square(current(x) - y).mean(), nnx.state(current, nnx.Not(nnx.Param))

        (value, rest), grads = jax.value_and_grad(loss, has_aux=True)(params)
        return nnx.merge_state(jax.tree.map(lambda p, g: p - rate * g, params, grads), rest), value

    graphdef, state = nnx.split(model)
    state, losses = jax.lax.scan(step, state, (xs, ys))
    nnx.update(model, state)
    return losses
