"""What pyproject.toml can't say: where the packages lie in a wheel, and the links of its description.

At the top of site-packages a wheel puts `jaxdojo` alone::

    jaxdojo/
        __init__.py  __main__.py  places.py     as in the repository
        _code/
            app/                                on `sys.path` in the programs of JAX Dojo only (jaxdojo/places.py)
                _data/problems/
                _data/reference_solutions/      where `app.kit.settings` finds them, hidden from the sandbox
            grader/
"""

import sys
from pathlib import Path

from setuptools import find_namespace_packages, setup

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from scripts.description import find_addresses, make_description  # noqa: E402 (setuptools doesn't look here itself)

CODE = "jaxdojo._code"
DATA = {f"{CODE}.app._data.problems": "problems", f"{CODE}.app._data.reference_solutions": "reference_solutions"}
PLACES = {f"{CODE}.app": "app", f"{CODE}.grader": "grader"}
MOVED = [f"{CODE}.{name}" for name in find_namespace_packages(include=["app*", "grader*"])]

setup(
    packages=["jaxdojo", *MOVED, *DATA],
    package_dir=PLACES | DATA,
    long_description=make_description(ROOT),
    long_description_content_type="text/markdown",
    project_urls=find_addresses(ROOT),
)
