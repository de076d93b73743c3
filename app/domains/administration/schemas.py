"""Accounts and settings, as admins see them."""

from dataclasses import dataclass
from datetime import datetime

from app.db.statuses import Role


@dataclass(frozen=True)
class UserRow:
    """An account. `sessions` and `tokens` are the numbers of those that may act for it."""

    id: int
    name: str
    role: Role
    created_at: datetime
    disabled_at: datetime | None
    sessions: int
    tokens: int


@dataclass(frozen=True)
class UserPage:
    """A page, counted from 1, of accounts by name."""

    users: list[UserRow]
    page: int
    pages: int
    total: int


@dataclass(frozen=True)
class SettingInForce:
    """A setting, its displayable value, and whether it was set explicitly."""

    variable: str
    value: str
    chosen: bool
    about: str
