"""What pyproject.toml can't say: problems and reference solutions are shipped as data below `app`.

There `app.kit.settings` finds them, and the sandbox hides them together with the package.
"""

from setuptools import find_namespace_packages, setup

DATA = {"app._data.problems": "problems", "app._data.reference_solutions": "reference_solutions"}

setup(packages=[*find_namespace_packages(include=["app*", "grader*", "jaxdojo"]), *DATA], package_dir=DATA)
