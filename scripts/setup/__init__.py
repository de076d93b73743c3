"""Set up a checkout: system packages, virtual environment, locked dependencies, front end. Standard library only.

Theory of operation
-------------------
`scripts/find_python.sh` chooses the Python that runs `python -m scripts.setup --for PURPOSE`, and this package makes a
virtual environment of that same Python. Serving needs less than development does (`purposes`), so each purpose has
locks of its own, and what is set up for one serves all those before it.

Each step first asks whether anything is left to do. The slow ones compare a digest of all that they depend on with the
one in a stamp file, which they write last, so an interrupted step is repeated::

    .make/installer.stamp       requirements/installer.txt
    .venv/.setup-stamp          interpreter, place of the checkout, the purpose's locks, `environment`, `installer`
    .make/names.stamp           requirements/runtime.txt and the interpreter: what the editor completes comes from there
    web/node_modules/.setup-stamp   the npm packages' lock, and whether those for development are here
    .make/web.stamp             those names, and everything under web/ except what npm installs there

Steps that don't wait for one another run side by side (`__main__`), because downloads leave the processor idle.

Packages come from wherever the user's own pip and npm configuration says; nothing here names an address. The locks
carry hashes, so it doesn't matter where they come from.
"""
