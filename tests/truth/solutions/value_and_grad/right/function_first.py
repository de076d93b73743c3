"""Makes the function in its own line."""

import jax


def descend(loss, params, rate):
    both = jax.value_and_grad(loss, argnums=0)
    result = both(params)
    new = params + (-rate * result[1])
    return (result[0], new)
