"""JAX Dojo in a notebook: `%load_ext jaxdojo`, then `%%kata jit_forward` above a solution.

The program itself is in the packages `app` and `grader`; this one has the name by which notebooks ask for it.
"""

from app.cli.notebook import load_ipython_extension

__all__ = ["load_ipython_extension"]
