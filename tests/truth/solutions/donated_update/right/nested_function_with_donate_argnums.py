import jax


def _make():
    def step(params, velocity, grads, rate):
        velocity = {k: velocity[k] * 0.9 + grads[k] for k in velocity}
        params = {k: params[k] - velocity[k] * rate for k in params}
        return params, velocity

    return jax.jit(step, donate_argnums=(0, 1))


momentum_step = _make()
