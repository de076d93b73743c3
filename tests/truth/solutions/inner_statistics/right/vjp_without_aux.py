import jax
import jax.numpy as jnp


def measure(y, outputs, hidden):
    return {"loss": ((outputs - y) ** 2).mean(), "activity": abs(hidden).mean()}


def fit(predict, weights, xs, ys, rate):
    def one_step(current, i):
        def everything(candidate):
            return measure(ys[i], *predict(candidate, xs[i]))

        numbers, transpose = jax.vjp(everything, current)
        seed = {"loss": jnp.ones(()), "activity": jnp.zeros(())}
        direction = transpose(seed)[0]
        numbers["slope"] = jnp.linalg.norm(direction.ravel())
        return current + (-rate) * direction, numbers

    final, numbers = jax.lax.scan(one_step, weights, jnp.arange(ys.shape[0]))
    return tuple([final] + [numbers[name] for name in ("loss", "activity", "slope")])
