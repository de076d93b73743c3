import jax.numpy as jnp
import optax
from flax import nnx


@nnx.jit
def train_step(model, optimizer, x, y):
    loss, grads = nnx.value_and_grad(lambda m: ((m(x) - y) ** 2).mean())(model)
    optimizer.update(model, grads)
    return loss


def tune(model, part, x, y, steps):
    rule = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )
    wrt = lambda path, value: path[0] == part and isinstance(value, nnx.Param)
    optimizer = nnx.Optimizer(model, rule, wrt=wrt)
    losses = []
    for _ in range(steps):
        losses.append(train_step(model, optimizer, x, y))
    return jnp.array(losses)
