"""Records the step's program once, inside a loop of one step whose result is dropped, and replays it most times in Python.
Breaks "step has to run inside a loop of jax.lax" and "It has as many operations for 2 * most as for most".
Class: decoy
"""
import jax


def settle(step, weights, state, count, most):
    recorded = []

    def body(i, state):
        recorded.append(jax.make_jaxpr(step)(weights, state))
        return state

    jax.lax.fori_loop(0, 1, body, state)
    program = recorded[0]

    def go(state):
        return jax.core.eval_jaxpr(program.jaxpr, program.consts, weights, state)[0]

    for i in range(most):
        state = jax.lax.cond(i < count, go, lambda state: state, state)
    return state
