"""The settings in force, with secrets hidden."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pydantic import SecretStr

from app.domains.administration.schemas import SettingInForce
from app.kit.settings import PREFIX

if TYPE_CHECKING:
    from app.kit.settings import Settings

HIDDEN: Final = "•••"
SECRET_NAME: Final = re.compile(r"(^|_)(password|secret|token|key|credentials?)s?$")
"""Names of settings whose value is always secret."""
_PASSWORD: Final = re.compile(r"(?<=://)([^/@\s:]*):[^/@\s]*@")
"""The user name and password in a URL."""
_QUERY: Final = re.compile(r"(?i)([?&][^=&]*(?:password|secret|token|key)[^=&]*=)[^&\s]*")


def list_settings(settings: Settings) -> list[SettingInForce]:
    """Return all settings in order, without secrets."""
    return [
        SettingInForce(
            variable=PREFIX + name.upper(),
            value=show_value(name, getattr(settings, name)),
            chosen=name in settings.model_fields_set,
            about=field.description or "",
        )
        for name, field in type(settings).model_fields.items()
    ]


def show_value(name: str, value: object) -> str:
    """Return a setting's value as text, with bullets for secrets."""
    if isinstance(value, SecretStr) or SECRET_NAME.search(name):
        raw = value.get_secret_value() if isinstance(value, SecretStr) else value
        return HIDDEN if raw else ""
    text = "" if value is None else str(value)
    return _QUERY.sub(rf"\1{HIDDEN}", _PASSWORD.sub(rf"\1:{HIDDEN}@", text))
