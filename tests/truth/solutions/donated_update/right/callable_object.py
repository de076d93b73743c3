import jax


class Step:
    def __init__(self, beta):
        self.beta = beta
        self._run = jax.jit(self._update, donate_argnums=(0, 1))

    def _update(self, params, velocity, grads, rate):
        velocity = {name: self.beta * velocity[name] + grad for name, grad in grads.items()}
        return {name: param - rate * velocity[name] for name, param in params.items()}, velocity

    def __call__(self, params, velocity, grads, rate):
        return self._run(params, velocity, grads, rate)


momentum_step = Step(0.9)
