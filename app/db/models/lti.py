"""LTI 1.3: platforms and their deployments, pending launches, and links between platforms' courses and ours."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, make_enum, make_public_id, now
from app.db.statuses import DeliveryStatus, LtiRole


class LtiKey(Base):
    """A key pair of this installation, for signing messages to platforms. The private key is encrypted."""

    __tablename__ = "lti_keys"

    id: Mapped[int] = mapped_column(primary_key=True)
    kid: Mapped[str] = mapped_column(String(64), unique=True)
    secret: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(default=now)


class LtiPlatform(Base):
    """A learning management system that may launch into this site, with the client id that it gave us.

    Several may have the same issuer. `token_audience` is the audience of our assertions if it isn't `token_url`.
    `admits`: its users may create accounts even if other people need an invitation.
    """

    __tablename__ = "lti_platforms"
    __table_args__ = (Index("uq_lti_platforms_issuer_client_id", "issuer", "client_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    name: Mapped[str] = mapped_column(String(120))
    issuer: Mapped[str] = mapped_column(String(255))
    client_id: Mapped[str] = mapped_column(String(255))
    auth_url: Mapped[str] = mapped_column(String(500))
    token_url: Mapped[str] = mapped_column(String(500))
    jwks_url: Mapped[str] = mapped_column(String(500))
    token_audience: Mapped[str] = mapped_column(String(500), default="")
    admits: Mapped[bool] = mapped_column(default=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class LtiDeployment(Base):
    """A place in a platform where this site was installed."""

    __tablename__ = "lti_deployments"
    __table_args__ = (
        Index("uq_lti_deployments_platform_id_deployment_id", "platform_id", "deployment_id", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"))
    deployment_id: Mapped[str] = mapped_column(String(255))


class LtiLogin(Base):
    """A pending launch: `state` and `nonce` are each valid for one response. Only hashes are stored.

    `browser_hash` ties it to the browser that began it: by a cookie or, if `in_frame`, by the platform's storage.
    """

    __tablename__ = "lti_logins"

    id: Mapped[int] = mapped_column(primary_key=True)
    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"), index=True)
    state_hash: Mapped[str] = mapped_column(String(64), unique=True)
    nonce_hash: Mapped[str] = mapped_column(String(64))
    browser_hash: Mapped[str] = mapped_column(String(64), default="")
    in_frame: Mapped[bool] = mapped_column(default=False)
    storage: Mapped[str] = mapped_column(String(100), default="")
    used_at: Mapped[datetime | None]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class LtiIdentity(Base):
    """A user's account at a platform: `subject` is the permanent id that it gave them."""

    __tablename__ = "lti_identities"
    __table_args__ = (Index("uq_lti_identities_platform_id_subject", "platform_id", "subject", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    platform_id: Mapped[int] = mapped_column(ForeignKey("lti_platforms.id", ondelete="CASCADE"))
    subject: Mapped[str] = mapped_column(String(255))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class LtiContext(Base):
    """A platform's course, and the course here that staff linked it to.

    `members_url` and `items_url` are the platform's services for it; `may_make_items`: we may add columns to its
    gradebook. `sync_result` is why the last contact, at `synced_at` and about members or columns, failed, or empty.
    """

    __tablename__ = "lti_contexts"
    __table_args__ = (Index("uq_lti_contexts_deployment_id_context_id", "deployment_id", "context_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    public_id: Mapped[str] = mapped_column(String(26), unique=True, default=make_public_id)
    deployment_id: Mapped[int] = mapped_column(ForeignKey("lti_deployments.id", ondelete="CASCADE"))
    context_id: Mapped[str] = mapped_column(String(255))
    title: Mapped[str] = mapped_column(String(200), default="")
    course_id: Mapped[int | None] = mapped_column(ForeignKey("courses.id", ondelete="SET NULL"), index=True)
    members_url: Mapped[str] = mapped_column(String(500), default="")
    items_url: Mapped[str] = mapped_column(String(500), default="")
    may_make_items: Mapped[bool] = mapped_column(default=False)
    may_score: Mapped[bool] = mapped_column(default=False)
    synced_at: Mapped[datetime | None]
    sync_result: Mapped[str] = mapped_column(String(200), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)


class LtiLineItem(Base):
    """The column of a platform's gradebook to which an assignment's scores are sent."""

    __tablename__ = "lti_line_items"

    context_id: Mapped[int] = mapped_column(ForeignKey("lti_contexts.id", ondelete="CASCADE"), primary_key=True)
    assignment_id: Mapped[int] = mapped_column(
        ForeignKey("assignments.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    url: Mapped[str] = mapped_column(String(500))


class LtiMember(Base):
    """A member of a platform's course, as the platform last reported in a launch or in its list of members."""

    __tablename__ = "lti_members"
    __table_args__ = (Index("uq_lti_members_context_id_subject", "context_id", "subject", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    context_id: Mapped[int] = mapped_column(ForeignKey("lti_contexts.id", ondelete="CASCADE"))
    subject: Mapped[str] = mapped_column(String(255))
    name: Mapped[str] = mapped_column(String(120), default="")
    role: Mapped[LtiRole] = mapped_column(make_enum(LtiRole))
    is_active: Mapped[bool] = mapped_column(default=True)
    seen_at: Mapped[datetime] = mapped_column(default=now)


class LtiScore(Base):
    """A student's score to be sent to a platform; a newer score replaces one that hasn't been sent yet.

    It is sent at `next_at`, and again later if that fails. `changed_at` tells the platform the order of scores.
    """

    __tablename__ = "lti_scores"
    __table_args__ = (
        Index(
            "uq_lti_scores_context_id_assignment_id_student_id",
            "context_id",
            "assignment_id",
            "student_id",
            unique=True,
        ),
        Index("ix_lti_scores_status_next_at", "status", "next_at"),
        Index("ix_lti_scores_context_id_status_next_at", "context_id", "status", "next_at"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    context_id: Mapped[int] = mapped_column(ForeignKey("lti_contexts.id", ondelete="CASCADE"))
    assignment_id: Mapped[int] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"), index=True)
    student_id: Mapped[int] = mapped_column(ForeignKey("students.id", ondelete="CASCADE"), index=True)
    subject: Mapped[str] = mapped_column(String(255))
    points: Mapped[float]
    full: Mapped[int]
    submitted_at: Mapped[datetime | None]
    changed_at: Mapped[datetime]
    status: Mapped[DeliveryStatus] = mapped_column(make_enum(DeliveryStatus), default=DeliveryStatus.WAITING)
    attempts: Mapped[int] = mapped_column(default=0)
    next_at: Mapped[datetime]
    result: Mapped[str | None] = mapped_column(String(200))
