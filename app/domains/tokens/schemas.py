"""The data types of API tokens."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from app.domains.accounts.schemas import Account
from app.domains.accounts.scopes import Scope


@dataclass(frozen=True)
class TokenView:
    """A token in its account's list. Without `scopes` it may do all that the role allows."""

    id: int
    label: str
    scopes: list[Scope] | None
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    is_expired: bool


@dataclass(frozen=True)
class KnownToken:
    """The token of a request, and its account."""

    id: int
    account: Account
    last_used_at: datetime | None


class NewDevice(BaseModel):
    """A program that wants a token, and what for."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"label": "editor on laptop", "scopes": ["read", "submit"]}]}
    )

    label: str
    scopes: Annotated[list[Scope], Field(max_length=len(Scope))] = [Scope.READ, Scope.SUBMIT]


class DeviceView(BaseModel):
    """What the program shows (`user_code`, `verification_uri`) and keeps (`device_code`); times in seconds."""

    device_code: str
    user_code: str
    verification_uri: str
    verification_uri_complete: str
    expires_in: int
    interval: int


class DeviceCode(BaseModel):
    """The secret with which a program polls for its token."""

    model_config = ConfigDict(extra="forbid")

    device_code: str


class FreshToken(BaseModel):
    """A new token, shown only once, and its account."""

    token: str
    name: str
    scopes: list[Scope]


@dataclass(frozen=True)
class Waiting:
    """A waiting device, as its owner sees it."""

    user_code: str
    label: str
    scopes: list[Scope]
