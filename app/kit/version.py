"""The version of JAX Dojo."""

from importlib.metadata import PackageNotFoundError, version


def find_version() -> str:
    """Return the installed version of JAX Dojo, or of its client; `unreleased` for a checkout that isn't installed."""
    for name in ("jaxdojo", "jaxdojo-client"):
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return "unreleased"
