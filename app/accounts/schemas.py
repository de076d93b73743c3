"""What accounts look like to the rest of the service and over HTTP."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from app.db.statuses import Role


@dataclass(frozen=True)
class Account:
    """Somebody who is signed in."""

    id: int
    name: str
    role: Role


@dataclass(frozen=True)
class SignIn:
    """A fresh sign-in. The token is told once and stored only as a hash."""

    account: Account
    token: str
    expires_at: datetime


class Credentials(BaseModel):
    """A name and a password. The rules for both are the service's, so that sign-in can't be asked about them."""

    model_config = ConfigDict(extra="forbid")

    name: str
    password: str


class AccountView(BaseModel):
    """An account over HTTP."""

    name: str
    role: Role


class SessionView(BaseModel):
    """Who is signed in; null when nobody is."""

    account: AccountView | None
