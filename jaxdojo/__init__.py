"""JAX Dojo in a notebook: `%load_ext jaxdojo`, then `%%kata jit_forward` above a solution.

The program itself is in the packages `app` and `grader`, which `jaxdojo.places` finds; this one has the name by which
notebooks and commands ask for it. In jaxdojo-client it is called `jaxdojo_client`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["load_ipython_extension"]


def load_ipython_extension(shell: Any) -> None:  # noqa: ANN401 - IPython has no type that is worth its import
    """Give a notebook the magic `%%kata`: what `%load_ext jaxdojo` calls with IPython's shell."""
    from .notebook import kata  # noqa: PLC0415, TID252 (commands need none of it; jaxdojo-client has another name)

    shell.register_magic_function(kata, magic_kind="cell", magic_name="kata")
