"""Has a rule of its own that estimates the derivative by differences of two runs.

Class: custom_rule
Why: in float32 a central difference is right to three or four digits, which is far more than 128 epsilons away.
"""

import functools

import jax
import jax.numpy as jnp



def _loop(step, weights, state, count):
    return jax.lax.fori_loop(0, count, lambda _, s: step(weights, s), state)


def _forward(step, weights, state, count):
    d = state.size
    h = 1e-2 * jnp.concatenate([jnp.eye(2 * d), -jnp.eye(2 * d), jnp.zeros((1, 2 * d))])
    both = jnp.concatenate([weights, state]) + h

    def one(both):
        return _loop(step, both[:d], both[d:], count)

    ends = jax.vmap(one)(both)
    jacobian = (ends[: 2 * d] - ends[2 * d : 4 * d]) / 2e-2
    return ends[-1], jacobian


def _backward(step, jacobian, g):
    slopes = jacobian @ g
    d = slopes.size // 2
    return slopes[:d], slopes[d:], None


_run = functools.partial(jax.custom_vjp, nondiff_argnums=(0,))(_loop)
_run.defvjp(_forward, _backward)


def settle(step, weights, state, count, most):
    return _run(step, weights, state, count)
