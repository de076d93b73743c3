import jax


@jax.jit
def bucket_softmax(scores):
    return jax.nn.softmax(scores)
