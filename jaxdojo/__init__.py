"""JAX Dojo in a notebook: `%load_ext jaxdojo`, then `%%kata jit_forward` above a solution.

The program itself is in the packages `app` and `grader`, which `jaxdojo.places` finds; this one has the name by which
notebooks and commands ask for it.
"""

from __future__ import annotations

from typing import Any

from jaxdojo.places import add_code

__all__ = ["load_ipython_extension"]


def load_ipython_extension(shell: Any) -> None:  # noqa: ANN401 - IPython has no type that is worth its import
    """Give a notebook the magic `%%kata`: what `%load_ext jaxdojo` calls with IPython's shell."""
    add_code()
    from app.cli.notebook import load_ipython_extension as load  # noqa: PLC0415 (there only now)

    load(shell)
