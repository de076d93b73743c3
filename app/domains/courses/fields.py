"""Field types of course data as received: lines of text, wall times, time zones, and empty form fields."""

from __future__ import annotations

import re
from datetime import date, datetime
from ipaddress import ip_network
from typing import Annotated, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, StringConstraints, WithJsonSchema

from app.kit.json_values import Integer, is_text

FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2100
MAX_REASON: Final = 2000
LONGEST: Final = 4000
"""Maximum number of characters in a message, a question or an answer."""
WALL: Final = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
WALL_FORMAT: Final = "%Y-%m-%dT%H:%M"


def check_line(text: str) -> str:
    """Return a text; raises `ValueError` if it isn't one line of characters that can be shown."""
    if not is_text(text) or not text.isprintable():
        message = "has characters that can't be shown"
        raise ValueError(message)
    return text


def _check_lines(text: str) -> str:
    if not is_text(text) or not all(line.isprintable() for line in text.replace("\t", " ").split("\n")):
        message = "has characters that can't be shown"
        raise ValueError(message)
    return text


def _check_body(text: str) -> str:
    if not is_storable(text):
        message = "has characters that can't be stored"
        raise ValueError(message)
    return text


def is_storable(text: str) -> bool:
    """Return whether databases can store a text."""
    return "\0" not in text and is_text(text)


def unify_lines(text: str) -> str:
    """Return a text whose lines end with a line feed: browsers send two characters, and count them as one."""
    return text.replace("\r\n", "\n")


def _unify(value: object) -> object:
    return unify_lines(value) if isinstance(value, str) else value


def _read_wall(value: object) -> datetime:
    if isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not WALL.fullmatch(value):
        message = "is no date with a time, such as 2026-10-03T23:59"
        raise ValueError(message)
    return datetime.strptime(value, WALL_FORMAT)  # noqa: DTZ007 - a wall time has no zone


def _check_year(value: date) -> date:
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        message = f"isn't between {FIRST_YEAR} and {LAST_YEAR}"
        raise ValueError(message)
    return value


def _read_day(value: object) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if not isinstance(value, str):
        message = "is no day, such as 2026-10-03"
        raise ValueError(message)  # noqa: TRY004 - pydantic expects a ValueError
    return date.fromisoformat(value)


def _check_zone(name: str) -> str:
    find_zone(name)
    return name


def find_zone(name: str) -> ZoneInfo:
    """Return the time zone of an IANA name, such as `Europe/Berlin`; raises `ValueError`."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        message = "is no time zone of the IANA's list, such as Europe/Berlin"
        raise ValueError(message) from error


Line = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120), AfterValidator(check_line)
]
"""One line of text."""
OptionalLine = Annotated[str, StringConstraints(strip_whitespace=True, max_length=120), AfterValidator(check_line)]
"""Like `Line`, or empty."""
ShortLine = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40), AfterValidator(check_line)
]
"""A short line, such as a label."""
OptionalShortLine = Annotated[str, StringConstraints(strip_whitespace=True, max_length=40), AfterValidator(check_line)]
"""Like `ShortLine`, or empty."""
Reason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=MAX_REASON),
    AfterValidator(_check_lines),
    BeforeValidator(_unify),
]
"""The reason for a request or an action, in a few sentences."""
OptionalReason = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=MAX_REASON),
    AfterValidator(_check_lines),
    BeforeValidator(_unify),
]
"""Like `Reason`, or empty."""
Body = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST),
    AfterValidator(_check_body),
    BeforeValidator(_unify),
]
"""A message: plain text, with text between backticks shown as code."""
OptionalBody = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=LONGEST),
    AfterValidator(_check_body),
    BeforeValidator(_unify),
]
"""Like `Body`, or empty."""
Zone = Annotated[str, StringConstraints(max_length=64), AfterValidator(_check_zone)]
"""The IANA name of a time zone."""
Day = Annotated[
    date,
    BeforeValidator(_read_day),
    AfterValidator(_check_year),
    WithJsonSchema({"type": "string", "format": "date", "example": "2026-10-03"}),
]
"""A calendar day."""
Wall = Annotated[
    datetime,
    BeforeValidator(_read_wall),
    AfterValidator(_check_year),
    PlainSerializer(lambda value: value.strftime(WALL_FORMAT), return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "pattern": f"^{WALL.pattern}$"}),
]
"""A wall time in the course's time zone, to the minute."""
Credit = Annotated[Integer, Field(ge=0, le=200)]
"""A fraction of the points, in per cent."""
Points = Annotated[Integer, Field(ge=0, le=1000)]
Days = Annotated[Integer, Field(ge=0, le=60)]
Minutes = Annotated[Integer, Field(ge=1, le=1440)]
"""The working time of an exam, in minutes."""


def _check_network(text: str) -> str:
    try:
        return str(ip_network(text.strip(), strict=False))
    except ValueError as error:
        message = "is no range of addresses, such as 192.0.2.0/24"
        raise ValueError(message) from error


Network = Annotated[str, StringConstraints(max_length=64), AfterValidator(_check_network)]
"""An address range in CIDR notation, or a single address."""
