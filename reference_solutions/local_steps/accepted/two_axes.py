import jax
import jax.numpy as jnp
from jax.sharding import AxisType
from jax.sharding import PartitionSpec as P

BOTH = ("node", "device")
mesh = jax.make_mesh((2, 4), BOTH, axis_types=(AxisType.Auto, AxisType.Auto))


def work(w, x, y, rate):
    def step(state, batch):
        predicted, pull = jax.vjp(lambda w: batch[0] @ w, state["w"])
        error = predicted - batch[1]
        velocity = 0.9 * state["velocity"] + pull(2 * error / error.size)[0]
        return {"w": state["w"] - rate * velocity, "velocity": velocity}, jnp.square(error).mean(keepdims=True)

    start = {"w": w, "velocity": jnp.zeros(w.shape, w.dtype)}
    start = jax.tree.map(lambda array: jax.lax.pcast(array, BOTH, to="varying"), start)
    end, losses = jax.lax.scan(step, start, (x, y))
    return jax.lax.pmean(end["w"], BOTH), losses


SPECS = P(), P(None, BOTH), P(None, BOTH), P()
train_apart = jax.jit(jax.shard_map(work, mesh=mesh, in_specs=SPECS, out_specs=(P(), P(None, BOTH))))
