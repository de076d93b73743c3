import jax
import jax.numpy as jnp
from flax import nnx


@nnx.jit
def train(model, xs, ys, rate):
    steps = len(xs)

    def going_on(carry):
        return carry[1] < steps

    def one_more(carry):
        net, i, losses = carry
        loss, grads = nnx.value_and_grad(lambda net: jnp.square(net(xs[i]) - ys[i]).mean())(net)
        nnx.update(net, jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), grads))
        return net, i + 1, losses.at[i].set(loss)

    return nnx.while_loop(going_on, one_more, (model, jnp.int32(0), jnp.zeros(steps)))[2]
