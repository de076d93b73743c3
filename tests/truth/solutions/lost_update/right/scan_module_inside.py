"""The module is the argument; inside it is taken apart for the scan."""

import jax
from flax import nnx


@jax.jit
def run_all(model, batches):
    graphdef, stats, rest = nnx.split(model, nnx.BatchStat, ...)

    def body(stats, batch):
        net = nnx.merge(graphdef, stats, rest)
        y = net(batch)
        return nnx.state(net, nnx.BatchStat), y

    stats, ys = jax.lax.scan(body, stats, batches)
    return ys, stats


def follow(model, batches):
    ys, stats = run_all(model, batches)
    nnx.update(model, stats)
    return ys
