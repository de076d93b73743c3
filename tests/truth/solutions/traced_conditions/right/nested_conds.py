"""Each `if` of the program became a `cond`."""

import jax.numpy as jnp
from jax import lax


def walk(jumps, start, energy):
    def at_rest(s):
        return {**s, "go": jnp.bool_(False)}

    def try_jump(s):
        jump = jumps[s["pos"]]
        cost = lax.cond(jump > 0, lambda: jump, lambda: -2 * jump)

        def pay():
            return {
                "pos": s["pos"] + jump,
                "moves": s["moves"] + 1,
                "energy": s["energy"] - cost,
                "go": jnp.bool_(True),
            }

        return lax.cond(cost > s["energy"], lambda: at_rest(s), pay)

    def step(s):
        return lax.cond(jumps[s["pos"]] == 0, at_rest, try_jump, s)

    def going(s):
        on = jnp.logical_and(s["pos"] >= 0, s["pos"] < len(jumps))
        return jnp.logical_and(on, s["go"])

    s = {"pos": start, "moves": jnp.int32(0), "energy": energy, "go": jnp.bool_(True)}
    s = lax.while_loop(going, step, s)
    return s["pos"], s["moves"], s["energy"]
