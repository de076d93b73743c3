"""Environment variables with our prefix: those that no setting reads, and those that hold secrets."""

import os

from pydantic import SecretStr

from app.kit.errors import find_nearest
from app.kit.settings import PREFIX, Settings


def find_unknown_variables() -> dict[str, str | None]:
    """Return the environment variables with our prefix that no setting reads, each with the most similar name."""
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    strangers = sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)
    return {name: find_nearest(name, known) for name in strangers}


def list_server_secrets(settings: Settings) -> list[str]:
    """Return the environment variables that hold a server's secrets, which runners don't need."""
    named = {name: getattr(settings, name) for name in Settings.model_fields}
    secrets = [name for name, value in named.items() if isinstance(value, SecretStr)]
    return [PREFIX + name.upper() for name in secrets if named[name] != Settings.model_fields[name].default]
