import jax
import jax.numpy as jnp


def value_and_slopes(block, stack, x, target):
    def forward(h, layer):
        return block(layer, h), None

    last, _ = jax.lax.scan(forward, x, stack)
    count = len(jax.tree.leaves(stack)[0])

    def input_of(i):
        def keep_until(h, numbered):
            j, layer = numbered
            return jnp.where(j < i, block(layer, h), h), None

        return jax.lax.scan(keep_until, x, (jnp.arange(count), stack))[0]

    def step_back(slope, numbered):
        i, layer = numbered
        _, pull = jax.vjp(block, layer, input_of(i))
        of_layer, of_input = pull(slope)
        return of_input, of_layer

    error = last - target
    start = 2 * error / error.size
    _, slopes = jax.lax.scan(step_back, start, (jnp.arange(count), stack), reverse=True)
    return jnp.mean(error**2), slopes
