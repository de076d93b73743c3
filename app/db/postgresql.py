"""PostgreSQL through psycopg 3: how connections are set up, and which failures mean "do that again".

Imported only where the database is PostgreSQL.

- A process that is cut off from the database notices within seconds, and not only when the kernel gives up after a
  quarter of an hour. A connection that broke while it was idle is replaced before it is used.
- Text can't hold NUL there. What contains one is stored, and looked for, with U+FFFD in its place.
- Writers don't wait for each other as they do in SQLite. If two add the same row at once, a unique index raises an
  error: `is_collision` is what `Database` asks before it runs a transaction again.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from psycopg import errors
from psycopg.types.string import StrDumper
from sqlalchemy.exc import DBAPIError

from app.kit.errors import TransitionError
from app.kit.json_values import dump_json

if TYPE_CHECKING:
    from psycopg.abc import Buffer

NUL: Final = "\0"
STAND_IN: Final = "\ufffd"
CONNECTING: Final[dict[str, Any]] = {
    "application_name": "jaxdojo",
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""libpq's settings: seconds, and the last one milliseconds."""
ENGINE: Final = {"connect_args": CONNECTING, "pool_pre_ping": True}
READING: Final = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""What makes a transaction see one view throughout. One that writes sees what others committed before each statement,
and so what there is after it waited for a lock."""
_ESCAPES: Final = re.compile(r"\\\\|\\u0000")
_COLLISIONS: Final = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)


class _TextDumper(StrDumper):
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace(NUL, STAND_IN))


def set_up(connection: Any, _record: object) -> None:  # noqa: ANN401 - psycopg's connection, as SQLAlchemy hands it over
    """Configure a new connection."""
    connection.adapters.register_dumper(str, _TextDumper)


def dump_storable_json(value: object) -> str:
    """Return JSON without the one escape that PostgreSQL can't turn into text."""
    text = dump_json(value)
    if r"\u0000" not in text:
        return text
    return _ESCAPES.sub(lambda found: STAND_IN if found[0] == r"\u0000" else found[0], text)


def is_collision(error: Exception) -> bool:
    """Whether a transaction failed only because another one was faster. Run again, it sees the other one's changes."""
    return isinstance(error, TransitionError) or (isinstance(error, DBAPIError) and isinstance(error.orig, _COLLISIONS))
