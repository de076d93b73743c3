import jax


def _step(params, velocity, grads, rate):
    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity


_jitted = jax.jit(_step, donate_argnames=["params", "velocity"])
_programs = {}


def momentum_step(params, velocity, grads, rate):
    key = params["kernel"].shape
    if key not in _programs:
        _programs[key] = _jitted.lower(params, velocity, grads, rate).compile()
    return _programs[key](params, velocity, grads, rate)
