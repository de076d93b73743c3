"""The data types of platforms, launches and scores, for pages and programs."""

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from app.db.statuses import DeliveryStatus, LtiRole
from app.domains.courses.fields import check_line
from app.kit.json_values import Boolean

Id = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=255), AfterValidator(check_line)]
Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
OptionalAddress = Annotated[str, StringConstraints(strip_whitespace=True, max_length=500)]
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120), AfterValidator(check_line)
]


class NewPlatform(BaseModel):
    """A platform, as its own pages show it: issuer, client id, deployments and addresses.

    `token_audience`: for platforms that want another audience than `token_url` in requests for tokens. `admits`: its
    people may make accounts here even where others need an invitation.
    """

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "examples": [
                {
                    "name": "Campus Moodle",
                    "issuer": "https://moodle.example",
                    "client_id": "Fm2hXz8aBq",
                    "deployments": ["1"],
                    "auth_url": "https://moodle.example/mod/lti/auth.php",
                    "token_url": "https://moodle.example/mod/lti/token.php",
                    "jwks_url": "https://moodle.example/mod/lti/certs.php",
                    "token_audience": "",
                    "admits": True,
                }
            ]
        },
    )

    name: Name
    issuer: Id
    client_id: Id
    deployments: Annotated[list[Id], Field(max_length=200)] = []
    auth_url: Address
    token_url: Address
    jwks_url: Address
    token_audience: OptionalAddress = ""
    admits: Boolean = True


class PlatformView(BaseModel):
    """A platform."""

    id: str
    name: str
    issuer: str
    client_id: str
    deployments: list[str]
    auth_url: str
    token_url: str
    jwks_url: str
    token_audience: str
    admits: bool
    created_at: datetime


class PlatformList(BaseModel):
    """All platforms, the oldest first."""

    platforms: list[PlatformView]


class ToolConfiguration(BaseModel):
    """What a platform has to know about this site."""

    login_url: str
    launch_url: str
    deep_linking_url: str
    jwks_url: str
    scopes: list[str]


class FreshKey(BaseModel):
    """The name of a new key."""

    kid: str


class RegistrationLink(BaseModel):
    """An address that registers one platform by itself, shown only once."""

    url: str
    expires_at: datetime


class KeySetView(BaseModel):
    """A set of public keys (RFC 7517)."""

    keys: list[dict[str, Any]]


class ContextView(BaseModel):
    """A platform's course that is linked to a course here.

    `members` are its people whom we know, and `absent` those of them who are students and don't attend the course here.
    """

    id: str
    title: str
    platform: str
    may_read_members: bool
    may_score: bool
    synced_at: datetime | None
    sync_result: str
    members: int
    absent: int


class ScoreView(BaseModel):
    """A score that the platform has, or is to have; `result` is the last answer, or why there was none."""

    assignment: str
    student: str
    points: float
    full: int
    status: DeliveryStatus
    attempts: int
    result: str | None
    changed_at: datetime


class StaffProposal(BaseModel):
    """Somebody who teaches the platform's course, has an account, and isn't staff here."""

    account: str
    name: str


class DepartedStudent(BaseModel):
    """A student on the roster who came from a platform's course and is no longer in it."""

    id: str
    account: str
    name: str


class LmsView(BaseModel):
    """How a course is linked to platforms: their courses, proposed staff, and latest `scores`, failures first.

    `departed` are students who left the platforms' courses: nothing more is sent about them.
    """

    contexts: list[ContextView]
    proposals: list[StaffProposal]
    departed: list[DepartedStudent]
    scores: list[ScoreView]
    waiting: int
    failed: int


@dataclass(frozen=True)
class Platform:
    """A platform, as launches and services use it."""

    id: int
    name: str
    issuer: str
    client_id: str
    auth_url: str
    token_url: str
    jwks_url: str
    token_audience: str
    admits: bool
    deployments: dict[str, int]
    """Row ids of deployments, by their ids."""


@dataclass(frozen=True)
class Login:
    """A pending launch, with its platform."""

    id: int
    platform_id: int
    nonce_hash: str
    browser_hash: str
    in_frame: bool
    storage: str


@dataclass(frozen=True)
class IdentityView:
    """A person at a platform who is linked to an account; `name` is their name there, empty if it isn't known."""

    id: int
    platform: str
    name: str
    created_at: datetime


@dataclass(frozen=True)
class LinkedPlace:
    """A platform's course as an account sees it; `role` is None for somebody who isn't in it."""

    id: int
    public_id: str
    title: str
    platform: str
    course: str | None
    role: LtiRole | None
    name: str = ""


@dataclass(frozen=True)
class DueScore:
    """A due score; `attempt` counts from 1."""

    id: int
    context_id: int
    assignment_id: int
    assignment: str
    assignment_name: str
    platform_id: int
    subject: str
    points: float
    full: int
    submitted_at: datetime | None
    changed_at: datetime
    items_url: str
    item_url: str
    may_make_items: bool
    attempt: int
