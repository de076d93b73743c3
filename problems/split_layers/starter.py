import jax
from jax.sharding import AxisType, NamedSharding
from jax.sharding import PartitionSpec as P


@jax.jit
def mlp_block(x, w1, b1, w2, b2):
    # The right numbers, on one device. It does all the work,
    # and all weights have to fit into its memory.
    hidden = jax.nn.relu(x @ w1 + b1)
    return x + hidden @ w2 + b2, hidden
