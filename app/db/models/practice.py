"""Learners' drafts, opened hints, shared solutions and programs, votes, ratings, certificates, and questions."""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from app.db.models.base import Base, make_enum, now
from app.db.statuses import Clarity, UnlockKind

NUMBERS_ONCE: Final = {"sqlite_autoincrement": True}
"""For tables whose ids are in addresses that several people use.

SQLite never reuses an id then, so a stale form doesn't reach another row.
"""


class Draft(Base):
    """A user's unsubmitted source for a problem. `version` increases with each save."""

    __tablename__ = "drafts"
    __table_args__ = (Index("uq_drafts_user_id_problem_id", "user_id", "problem_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    source: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(default=1)
    saved_at: Mapped[datetime] = mapped_column(default=now)


class Unlock(Base):
    """A record that a user opened hint `number` of a problem, or gave up and opened its solution (`number` 0)."""

    __tablename__ = "unlocks"
    __table_args__ = (
        Index("uq_unlocks_user_id_problem_id_kind_number", "user_id", "problem_id", "kind", "number", unique=True),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    kind: Mapped[UnlockKind] = mapped_column(make_enum(UnlockKind))
    number: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[datetime] = mapped_column(default=now)


class ShareLink(Base):
    """An unguessable address at which anybody can see one submission, as long as this row exists."""

    __tablename__ = "share_links"

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), unique=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class SharedSolution(Base):
    """An accepted submission that its author shares with others who solved the problem; at most one per author."""

    __tablename__ = "shared_solutions"
    __table_args__ = (
        Index("uq_shared_solutions_problem_id_user_id", "problem_id", "user_id", unique=True),
        NUMBERS_ONCE,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Vote(Base):
    """A user's vote for a shared solution."""

    __tablename__ = "votes"
    __table_args__ = (Index("uq_votes_solution_id_user_id", "solution_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    solution_id: Mapped[int] = mapped_column(ForeignKey("shared_solutions.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class KataRating(Base):
    """A user's rating of how clear a problem's texts are, and how difficult the problem is, from 1 to 5."""

    __tablename__ = "kata_ratings"
    __table_args__ = (Index("uq_kata_ratings_problem_id_user_id", "problem_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    clarity: Mapped[Clarity] = mapped_column(make_enum(Clarity))
    difficulty: Mapped[int]
    rated_at: Mapped[datetime] = mapped_column(default=now)


class SharedProgram(Base):
    """A program that somebody ran, with its report, at an unguessable address, as long as this row exists.

    `run_id` is the id of the run, which itself is soon deleted; it prevents sharing the same run twice.
    """

    __tablename__ = "shared_programs"
    __table_args__ = (Index("uq_shared_programs_user_id_run_id", "user_id", "run_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    run_id: Mapped[str] = mapped_column(String(26))
    source: Mapped[str] = mapped_column(Text)
    report: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)


class Certificate(Base):
    """The unguessable address of a user's certificate for a track; its content is computed from their submissions."""

    __tablename__ = "certificates"
    __table_args__ = (Index("uq_certificates_user_id_track", "user_id", "track", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    token: Mapped[str] = mapped_column(String(32), unique=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    track: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(default=now)


class Question(Base):
    """A question about a problem, or an answer to the question `parent_id`; moderators hide what shouldn't be shown."""

    __tablename__ = "questions"
    __table_args__ = (
        Index("ix_questions_problem_id_parent_id", "problem_id", "parent_id"),
        Index("ix_questions_user_id_created_at", "user_id", "created_at"),
        NUMBERS_ONCE,
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    problem_id: Mapped[int] = mapped_column(ForeignKey("problems.id"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("questions.id", ondelete="CASCADE"), index=True)
    body: Mapped[str] = mapped_column(Text)
    spoiler: Mapped[bool] = mapped_column(default=False)
    hidden: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(default=now)


class QuestionReport(Base):
    """A user's report of a question or an answer to the moderators."""

    __tablename__ = "question_reports"
    __table_args__ = (Index("uq_question_reports_question_id_user_id", "question_id", "user_id", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    question_id: Mapped[int] = mapped_column(ForeignKey("questions.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
