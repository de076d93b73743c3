"""An object that owns mesh, hops and program."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, Mesh
from jax.sharding import PartitionSpec as P


class Ring:
    axis = "ring"

    def __init__(self, devices):
        self.size = len(devices)
        self.mesh = Mesh(np.array(devices), (self.axis,), axis_types=(AxisType.Auto,))
        self.perm = [(i, (i + 1) % self.size) for i in range(self.size)]
        split = P(self.axis)
        self.program = jax.jit(jax.shard_map(self.work, mesh=self.mesh, in_specs=(split, P()), out_specs=split))

    def pass_on(self, block):
        return jax.lax.ppermute(block, self.axis, self.perm)

    def work(self, x, w):
        own = jax.nn.relu(x @ w)

        def hop(block, _):
            return self.pass_on(block), own @ block.T

        _, parts = jax.lax.scan(hop, own, xs=None, length=self.size)
        turn = (jax.lax.axis_index(self.axis) - jnp.arange(self.size)) % self.size
        return jnp.transpose(parts[turn], (1, 0, 2)).reshape(own.shape[0], -1)

    def __call__(self, x, w):
        return self.program(x, w)


compare_rows = Ring(jax.devices())
