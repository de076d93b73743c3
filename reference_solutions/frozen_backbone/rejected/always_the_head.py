import jax.numpy as jnp
import optax
from flax import nnx

RULE = optax.chain(optax.clip_by_global_norm(1.0), optax.add_decayed_weights(0.1), optax.sgd(0.05, momentum=0.9))


@nnx.jit
def train_step(model, optimizer, x, y):
    trained = nnx.DiffState(0, optimizer.wrt)
    loss, grads = nnx.value_and_grad(lambda model: ((model(x) - y) ** 2).mean(), argnums=trained)(model)
    optimizer.update(model, grads)
    return loss


def tune(model, part, x, y, steps):
    optimizer = nnx.Optimizer(model, RULE, wrt=nnx.All(nnx.Param, lambda path, _: path[0] == "head"))
    return jnp.stack([train_step(model, optimizer, x, y) for _ in range(steps)])
