"""Common parts of the models: times, public ids, named constraints."""

import os
import time
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import JSON, DateTime, Dialect, Enum, MetaData, TypeDecorator
from sqlalchemy.orm import DeclarativeBase

_Member = TypeVar("_Member", bound=StrEnum)

_BASE32 = "0123456789abcdefghijklmnopqrstuv"


def make_public_id() -> str:
    """Return a UUID version 7 (RFC 9562: milliseconds, then random bits) as 26 letters and digits that sort by time."""
    number = (time.time_ns() // 1_000_000) << 80 | int.from_bytes(os.urandom(10), "big")
    number = number & ~(0xF << 76) | 0x7 << 76
    number = number & ~(0x3 << 62) | 0x2 << 62
    return "".join(_BASE32[number >> shift & 31] for shift in range(125, -1, -5))


def now() -> datetime:
    """Return the current time, in UTC."""
    return datetime.now(UTC)


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time: timezone-aware in Python, stored as UTC."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Convert a time to UTC for storing; refuse one without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            message = "a moment without time zone"
            raise ValueError(message)
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Mark a stored time as UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


class WallTime(TypeDecorator[datetime]):
    """A local date and time without a time zone, such as 23:59 on a given day; the row's owner defines the zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Refuse a time with a time zone."""
        if value is not None and value.tzinfo is not None:
            message = "a wall time with time zone"
            raise ValueError(message)
        return value


def make_enum(members: type[_Member]) -> Enum:
    """Return a column type for a `StrEnum`, stored as its value. Only code checks it: new members need no migration."""
    return Enum(
        members,
        native_enum=False,
        create_constraint=False,
        length=32,
        values_callable=lambda all_: [m.value for m in all_],
    )


class Base(DeclarativeBase):
    """The base of all tables. It names constraints, because migrations need the names."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    type_annotation_map = {datetime: UtcDateTime, dict[str, Any]: JSON}  # noqa: RUF012
