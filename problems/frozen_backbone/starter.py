import jax
import jax.numpy as jnp
import optax
from flax import nnx


def tune(model, part, x, y, steps):
    rule = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.add_decayed_weights(0.1),
        optax.sgd(0.05, momentum=0.9),
    )
    optimizer = nnx.Optimizer(model, rule, wrt=nnx.Param)

    def keep(path, grad):
        return grad if path[0].key == part else 0 * grad

    @nnx.jit
    def train_step(model, optimizer):
        def loss_fn(model):
            return ((model(x) - y) ** 2).mean()

        loss, grads = nnx.value_and_grad(loss_fn)(model)
        # All gradients are zero but those of the part.
        # Yet the frozen Params get smaller from step to step.
        grads = jax.tree_util.tree_map_with_path(keep, grads)
        optimizer.update(model, grads)
        return loss

    return jnp.stack([train_step(model, optimizer) for _ in range(steps)])
