"""A registered dataclass of states is the carry of jax.lax.scan, under a jax.jit with the graphdef static; state is put back outside."""

import dataclasses
import functools

import jax
import jax.numpy as jnp
from flax import nnx


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Run:
    params: nnx.State
    rest: nnx.State

    def descend(self, grads, rate, rest):
        return Run(jax.tree.map(lambda p, g: p - rate * g, self.params, grads), rest)


@functools.partial(jax.jit, static_argnums=0)
def run_all(graphdef, start, xs, ys, rate):
    def step(run, batch):
        x, y = batch

        def loss(params):
            net = nnx.merge(graphdef, params, run.rest, copy=True)
            value = jnp.square(net(x) - y).mean()
            _, _, rest = nnx.split(net, nnx.Param, ...)
            return value, rest

        (value, rest), grads = jax.value_and_grad(loss, has_aux=True)(run.params)
        return run.descend(grads, rate, rest), value

    return jax.lax.scan(step, start, (xs, ys))


def train(model, xs, ys, rate):
    graphdef, params, rest = nnx.split(model, nnx.Param, ...)
    end, losses = run_all(graphdef, Run(params, rest), xs, ys, rate)
    nnx.update(model, end.params, end.rest)
    return losses
