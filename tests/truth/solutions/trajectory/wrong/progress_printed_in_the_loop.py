"""Every hundredth step prints how far it is; numbers are right.
Breaks "Host callbacks ... are not allowed, and neither is `jax.debug.print`".
Class: host
"""
import jax
import jax.numpy as jnp


def trajectory(step, start, inputs):
    def body(carry, x):
        t, state = carry
        jax.lax.cond(t % 100 == 99, lambda t: jax.debug.print("step {}", t), lambda t: None, t)
        state = step(state, x)
        return (t + 1, state), state

    _, states = jax.lax.scan(body, (jnp.int32(0), start), inputs)
    return jnp.concatenate([start[None], states])
