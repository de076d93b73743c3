"""jax.lax.switch has a branch for back, rest and forward; the state is a dict."""
import jax
import jax.numpy as jnp
from jax import lax


def back(jump):
    return jnp.bool_(True), -2 * jump


def rest(jump):
    return jnp.bool_(False), jnp.zeros_like(jump)


def forward(jump):
    return jnp.bool_(True), jump


def look(jumps, position):
    """The jump from here, whether it leads anywhere, and what it costs."""
    jump = lax.dynamic_index_in_dim(jumps, jnp.clip(position, 0, jumps.size - 1), keepdims=False)
    leads, cost = lax.switch(jnp.sign(jump) + 1, (back, rest, forward), jump)
    return jump, leads, cost


def walk(jumps, start, energy):
    def goes_on(s):
        _, leads, cost = look(jumps, s["position"])
        inside = lax.bitwise_and(s["position"] >= 0, s["position"] < jumps.size)
        return inside & leads & (cost <= s["energy"])

    def step(s):
        jump, _, cost = look(jumps, s["position"])
        return {
            "position": s["position"] + jump,
            "moves": s["moves"] + 1,
            "energy": s["energy"] - cost,
        }

    begin = {
        "position": jnp.asarray(start, jnp.int32),
        "moves": jnp.zeros((), jnp.int32),
        "energy": jnp.asarray(energy, jnp.int32),
    }
    end = lax.while_loop(goes_on, step, begin)
    return end["position"], end["moves"], end["energy"]
