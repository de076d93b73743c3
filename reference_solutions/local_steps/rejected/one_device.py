import jax
import jax.numpy as jnp


@jax.jit
def train_apart(w, x, y, rate):
    def step(state, batch):
        ws, velocities = state
        losses, gradients = jax.vmap(
            jax.value_and_grad(lambda w, rows, targets: ((rows @ w - targets) ** 2).mean())
        )(ws, *batch)
        velocities = 0.9 * velocities + gradients
        return (ws - rate * velocities, velocities), losses

    parts = x.reshape(len(x), 8, -1, len(w)), y.reshape(len(x), 8, -1)
    start = jnp.tile(w, (8, 1))
    (ws, _), losses = jax.lax.scan(step, (start, 0 * start), parts)
    return ws.mean(axis=0), losses
