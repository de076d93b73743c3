"""Shows a jax.tree.map, which runs as the body of a lax loop that makes a single pass.

Class: decoy
Why: "no loops of `jax.lax`": all arithmetic runs in a jax.lax.fori_loop over the whole tree, whatever the tree is.
"""

import jax

repeat = getattr(jax.lax, "fori" + "_loop")


def step(params, grads, rate):
    def once(_, tree):
        return jax.tree.map(lambda p, g: p - rate * g, tree, grads)

    return repeat(0, 1, once, params)
