"""An nnx.fori_loop whose carry is the model and a ledger of losses; `train` itself is the jitted function."""

import jax
import jax.numpy as jnp
from flax import nnx


def miss(model, x, y):
    return jnp.square(model(x) - y).mean()


@nnx.jit
def train(model, xs, ys, rate):
    def turn(i, carry):
        net, ledger = carry
        value, slopes = nnx.value_and_grad(miss)(net, xs[i], ys[i])
        moved = jax.tree.map(lambda p, g: p - rate * g, nnx.state(net, nnx.Param), slopes)
        nnx.update(net, moved)
        return net, ledger.at[i].set(value)

    count = xs.shape[0]
    _, ledger = nnx.fori_loop(0, count, turn, (model, jnp.zeros((count,), jnp.float32)))
    return ledger
