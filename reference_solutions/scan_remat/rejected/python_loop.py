import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def loss(stack):
        h = x
        for i in range(len(jax.tree.leaves(stack)[0])):
            h = jax.checkpoint(block)(jax.tree.map(lambda leaf: leaf[i], stack), h)
        return jnp.mean((h - target) ** 2)

    return jax.value_and_grad(loss)(stack)
