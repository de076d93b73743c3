import jax


def accumulate(loss, params, xs, ys, weights, size):
    # Right, but the backward pass keeps what every example made
    # on the way, for all N examples at once.
    def mean(params):
        losses = jax.vmap(loss, in_axes=(None, 0, 0))(params, xs, ys)
        return weights @ losses / weights.sum()

    return jax.value_and_grad(mean)(params)
