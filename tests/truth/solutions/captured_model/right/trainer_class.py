import jax
import jax.numpy as jnp
from flax import nnx


class Trainer:
    def loss(self, net, x, y):
        return jnp.square(net(x) - y).mean()

    def step(self, carry, batch):
        net, rate = carry
        value, grads = nnx.value_and_grad(self.loss)(net, *batch)
        for path, gradient in nnx.to_flat_state(grads):
            variable = net
            for key in path:
                variable = variable[key] if isinstance(key, int) else getattr(variable, key)
            variable[...] = variable[...] - rate * gradient[...]
        return (net, rate), value


trainer = Trainer()


@nnx.jit
def train(model, xs, ys, rate):
    scan = nnx.scan(trainer.step, in_axes=(nnx.Carry, 0), out_axes=(nnx.Carry, 0))
    return scan((model, rate), (xs, ys))[1]
