"""The forward rule keeps the matrix inverse(I - J) A itself."""

import jax
import jax.numpy as jnp


def solve(step, weights, start, tol):
    def find(weights, start):
        def more(triple):
            return jnp.logical_or(triple[0] == 0, jnp.abs(triple[2] - triple[1]).max() > tol)

        def advance(triple):
            count, _, now = triple
            return jnp.minimum(count + 1, 1), now, step(weights, now)

        return jax.lax.while_loop(more, advance, (0, start, start))[2]

    rule = jax.custom_vjp(find)

    def forward(weights, start):
        z = find(weights, start)
        a, j = jax.jacobian(step, argnums=(0, 1))(weights, z)
        return z, jnp.linalg.solve(jnp.identity(z.size) - j, a)

    rule.defvjp(forward, lambda derivative, g: (jnp.einsum("i,ij->j", g, derivative), 0 * g))
    return rule(weights, start)
