"""A frozen dataclass of step and tolerance is what nondiff_argnums hands over."""

import dataclasses
import functools

import jax
import jax.numpy as jnp


@dataclasses.dataclass(frozen=True)
class System:
    step: object
    tol: float

    def run(self, weights, start):
        def body(states):
            return self.step(weights, states[0]), states[0]

        def cond(states):
            return jnp.linalg.norm(states[0] - states[1], ord=jnp.inf) > self.tol

        return jax.lax.while_loop(cond, body, body((start, start)))[0]

    def matrices(self, weights, state):
        basis = jnp.eye(state.size)
        _, pull = jax.vjp(self.step, weights, state)
        return jax.vmap(pull)(basis)


@functools.partial(jax.custom_vjp, nondiff_argnums=(0,))
def rest(system, weights, start):
    return system.run(weights, start)


def rest_forward(system, weights, start):
    state = system.run(weights, start)
    return state, (weights, state)


def rest_backward(system, kept, g):
    a, j = system.matrices(*kept)
    u = jnp.linalg.lstsq((jnp.eye(g.size) - j).T, g)[0]
    return u @ a, jnp.zeros_like(g)


rest.defvjp(rest_forward, rest_backward)


def solve(step, weights, start, tol):
    return rest(System(step, tol), weights, start)
