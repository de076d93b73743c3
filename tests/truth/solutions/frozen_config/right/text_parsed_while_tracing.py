"""The program is a line of text, such as "relu*1 shift*2 /2", which the traced function parses."""

import functools

import jax
import jax.numpy as jnp

FUNCTIONS = {"tanh": jnp.tanh, "relu": lambda x: jnp.maximum(x, 0), "flip": lambda x: -x, "shift": lambda x: x + 1}


def write_line(config):
    words = [f"{name}*{times}" for name, times in config["stages"]]
    return " ".join([*words, f"/{config['stride']}"])


@functools.partial(jax.jit, static_argnames=["line"])
def interpret(signal, gains, *, line):
    x = gains[0] * signal
    for word in line.split():
        if word.startswith("/"):
            x = x[:: int(word[1:])]
            continue
        name, times = word.split("*")
        left = int(times)
        while (left := left - 1) >= 0:
            x = FUNCTIONS[name](x)
    return gains[1] * x


def respond(signal, config):
    gains = tuple(jnp.asarray(config["gains"][end], jnp.float32) for end in ("in", "out"))
    return interpret(signal, gains, line=write_line(config))
