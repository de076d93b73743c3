"""Which version of JAX Dojo this is."""

from importlib.metadata import PackageNotFoundError, version


def find_version() -> str:
    """Return the installed version of JAX Dojo; a checkout that isn't installed has none."""
    try:
        return version("jaxdojo")
    except PackageNotFoundError:
        return "unreleased"
