import jax


@jax.jit
def compare_rows(x, w):
    features = jax.nn.relu(x @ w)
    return features @ features.T
