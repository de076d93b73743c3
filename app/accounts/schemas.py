"""What accounts look like to the rest of the service and over HTTP."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from app.accounts.scopes import Scope
from app.db.statuses import Role


@dataclass(frozen=True)
class Account:
    """Somebody who is signed in; `scopes` limit what a token may be used for, None doesn't."""

    id: int
    name: str
    role: Role
    scopes: frozenset[Scope] | None = None


@dataclass(frozen=True)
class SignIn:
    """A fresh sign-in. The token is told once and stored only as a hash."""

    account: Account
    token: str
    expires_at: datetime


@dataclass(frozen=True)
class Client:
    """Who asks, as far as it can be seen from outside."""

    address: str
    user_agent: str = ""


@dataclass(frozen=True)
class KnownSession:
    """A sign-in that is good: whose it is, and how long it has been."""

    account: Account
    created_at: datetime
    seen_at: datetime


@dataclass(frozen=True)
class SignInView:
    """A sign-in in the list of its owner; `current`: it is the one by which they see the list."""

    id: str
    browser: str
    network: str
    created_at: datetime
    seen_at: datetime
    current: bool


@dataclass(frozen=True)
class FactorState:
    """Whether an account asks for a second factor, and how many recovery codes are left."""

    enabled: bool
    codes_left: int


@dataclass(frozen=True)
class InvitationView:
    """An invitation in the list of those who made it. Its token was told once."""

    id: str
    role: Role
    uses: int
    used: int
    made_by: str | None
    created_at: datetime
    expires_at: datetime


class Credentials(BaseModel):
    """A name and a password. The rules for both are the service's, so that sign-in can't be asked about them."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"name": "ada", "password": "correct horse battery"}]},
    )

    name: str
    password: str


class SignInCredentials(Credentials):
    """Credentials with the second factor's `code`, where the account asks for one."""

    code: str = ""


class Newcomer(Credentials):
    """Who wants an account; `invitation` is the token of an invitation's link, where one needs one."""

    invitation: str = ""


class AccountView(BaseModel):
    """An account over HTTP."""

    name: str
    role: Role


class SessionView(BaseModel):
    """Who is signed in; null when nobody is."""

    account: AccountView | None
