"""Flattens the dicts and updates the lists of leaves."""

import jax


def _step(params, velocity, grads, rate):
    ps, treedef = jax.tree.flatten(params)
    vs, gs = treedef.flatten_up_to(velocity), treedef.flatten_up_to(grads)
    vs = [0.9 * v + g for v, g in zip(vs, gs, strict=True)]
    ps = [p - rate * v for p, v in zip(ps, vs, strict=True)]
    return treedef.unflatten(ps), treedef.unflatten(vs)


momentum_step = jax.jit(_step, donate_argnames=["params", "velocity"])
