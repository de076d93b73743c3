"""The versions of JAX Dojo and of other packages."""

from importlib.metadata import PackageNotFoundError, version


def find_version() -> str:
    """Return the installed version of JAX Dojo, or of its client; `unreleased` for a checkout that isn't installed."""
    for name in ("jaxdojo", "jaxdojo-client"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return "unreleased"


def find_package(name: str) -> str:
    """Return the installed version of a package; `none` if it isn't installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
