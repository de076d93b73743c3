"""The version of JAX Dojo."""

from importlib.metadata import PackageNotFoundError, version


def find_version() -> str:
    """Return the installed version of JAX Dojo; `unreleased` for a checkout that isn't installed."""
    try:
        return version("jaxdojo")
    except PackageNotFoundError:
        return "unreleased"
