"""The data types of accounts, inside the service and over HTTP."""

from dataclasses import dataclass, field
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from app.db.statuses import Role
from app.domains.accounts.scopes import Scope


@dataclass(frozen=True)
class Account:
    """An authenticated account; `scopes` limit what its token allows, None means no limit.

    `signed_in_at` is when its browser session started, None without one.
    """

    id: int
    name: str
    role: Role
    scopes: frozenset[Scope] | None = None
    signed_in_at: datetime | None = field(default=None, compare=False)


@dataclass(frozen=True)
class SignIn:
    """A new session, and the token that makes its browser known for the account. Only their hashes are stored."""

    account: Account
    token: str
    expires_at: datetime
    browser: str


@dataclass(frozen=True)
class Client:
    """The client of a request: its address, and the token that makes its `browser` known, if it has one."""

    address: str
    user_agent: str = ""
    browser: str = ""


@dataclass(frozen=True)
class KnownSession:
    """A valid session: its account, and when it started."""

    account: Account
    created_at: datetime
    seen_at: datetime


@dataclass(frozen=True)
class SignInView:
    """A session in its owner's list; `current` marks the one that made the request."""

    id: str
    browser: str
    network: str
    created_at: datetime
    seen_at: datetime
    current: bool


@dataclass(frozen=True)
class FactorState:
    """Whether an account has a second factor, and how many recovery codes are left."""

    enabled: bool
    codes_left: int


@dataclass(frozen=True)
class InvitationView:
    """An invitation in its maker's list. Its token is shown only once."""

    id: str
    role: Role
    uses: int
    used: int
    made_by: str | None
    created_at: datetime
    expires_at: datetime


class Credentials(BaseModel):
    """A name and a password. The service checks the rules, so that sign-in doesn't reveal them."""

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
    """Somebody who wants an account; `invitation` is the token of an invitation's link, where one is needed."""

    invitation: str = ""


class AccountView(BaseModel):
    """An account."""

    name: str
    role: Role


class SessionView(BaseModel):
    """Who is signed in; null when nobody is."""

    account: AccountView | None
