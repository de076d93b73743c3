"""Set up a checkout: system packages, virtual environment, locked dependencies, front end. Standard library only.

Theory of operation
-------------------
`scripts/find_python.sh` chooses the Python that runs `python -m scripts.setup --for PURPOSE`, and this package makes a
virtual environment of that same Python. Serving needs less than development does (`purposes`), so each purpose has its
own locks, and a checkout that is set up for one purpose also serves those before it.

Each step first checks whether anything is left to do. The slow steps compare a digest of everything that they depend on
with the one in a stamp file, which they write last, so that an interrupted step is repeated::

    .make/installer.stamp       requirements/installer.txt
    .venv/.setup-stamp          interpreter, place of the checkout, the purpose's locks, `environment`, `installer`
    .make/names.stamp           requirements/runtime.txt and the interpreter, which determine what the editor completes
    web/node_modules/.setup-stamp   the npm packages' lock, and whether those for development are installed
    .make/web.stamp             those names, and everything under web/ except what npm installs there

Steps that don't depend on one another run in parallel (`__main__`), because downloads leave the processor idle.

Packages come from wherever the user's own pip and npm configuration says; nothing here names an address. Since the
locks contain hashes, it doesn't matter where packages come from.
"""
