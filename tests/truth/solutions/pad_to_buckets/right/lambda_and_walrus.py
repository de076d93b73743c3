"""Does all in short lambdas."""

import jax
import jax.numpy as jnp

bucket = lambda n: max(8, 1 << (n - 1).bit_length())
pad = lambda s: jnp.pad(s, (0, bucket(len(s)) - len(s)), constant_values=-jnp.inf)
run = jax.jit(lambda s: (w := jnp.exp(s - s.max())) / w.sum())
bucket_softmax = lambda scores: run(pad(scores))[: len(scores)]
