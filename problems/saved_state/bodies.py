"""The training runs that solutions save and restore."""

import jax
import jax.numpy as jnp
import numpy as np
import optax
from flax import nnx

RULES = {"adam": optax.adam(0.01), "momentum": optax.sgd(0.01, momentum=0.9)}
"""The rules of optimizers, by name."""


class Net(nnx.Module):
    """A linear layer of centred inputs, dropout, hidden layers, perhaps of 16 bits, and a head."""

    def __init__(self, widths, depth, dtype, rngs):
        """Make one with `widths[0]` inputs, `depth` hidden layers of `widths[1]` units and `widths[2]` outputs.

        The hidden layers have parameters of `dtype`.
        """
        inputs, hidden, outputs = widths
        self.centre = nnx.BatchStat(jnp.zeros(inputs))
        self.stem = nnx.Linear(inputs, hidden, rngs=rngs)
        self.dropout = nnx.Dropout(0.5, rngs=rngs)
        layers = [nnx.Linear(hidden, hidden, use_bias=False, param_dtype=dtype, rngs=rngs) for _ in range(depth)]
        self.layers = nnx.List(layers)
        self.head = nnx.Linear(hidden, outputs, rngs=rngs)


class Run(nnx.Module):
    """All that changes while a model is trained."""

    def __init__(self, widths, depth, rule, dtype, rngs):
        """Start a run with the optimizer's rule of this name, and hidden layers of `dtype`."""
        self.model = Net(widths, depth, dtype, rngs)
        self.optimizer = nnx.Optimizer(self.model, RULES[rule], wrt=nnx.Param)
        self.shuffle = nnx.RngKey(jax.random.split(rngs.params(), 3), tag="shuffle")  # a key for each data set
        self.held_out = nnx.Variable(rngs.params())  # the key that chose the examples to test with
        self.examples = nnx.Variable(jnp.zeros(2, jnp.uint32))  # how many were seen: a number of 64 bits in two halves
        self.bins = nnx.Variable(jnp.zeros(widths[1], jnp.uint16))  # in which bin of a histogram each unit was last
        self.peaks = nnx.Variable(jnp.zeros(widths[1], jnp.float16))  # the largest output of each unit
        self.improved = nnx.Variable(jnp.zeros((), bool))
        self.scale = nnx.Variable(jnp.zeros((), jnp.bfloat16))


def draw(like, rng):
    """Return an array of the same dtype and shape with other contents without 0; a float16 array begins with -0."""
    if jnp.issubdtype(like.dtype, jax.dtypes.prng_key):
        return jax.random.wrap_key_data(rng.integers(1, 2**32, (*like.shape, 2), np.uint32))
    if like.dtype == bool:
        return ~like
    if jnp.issubdtype(like.dtype, jnp.integer):
        return jnp.asarray(rng.integers(1, jnp.iinfo(like.dtype).max, like.shape), like.dtype)
    numbers = jnp.asarray(rng.standard_normal(like.shape), like.dtype)
    return numbers.at[0].set(-0.0) if like.dtype == jnp.float16 else numbers


def make_run(widths, depth, rule, dtype, seed):
    """Return a run in the middle of its training."""
    run, rng = Run(widths, depth, rule, dtype, nnx.Rngs(seed)), np.random.default_rng(seed)
    nnx.update(run, jax.tree.map(lambda leaf: draw(leaf, rng), nnx.state(run)))
    return run
