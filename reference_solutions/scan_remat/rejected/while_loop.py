import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    count = len(jax.tree.leaves(stack)[0])

    def loss(stack):
        def step(state):
            i, h = state
            return i + 1, jax.checkpoint(block)(jax.tree.map(lambda leaf: leaf[i], stack), h)

        _, last = jax.lax.while_loop(lambda state: state[0] < count, step, (0, x))
        return jnp.mean((last - target) ** 2)

    return jax.value_and_grad(loss)(stack)
