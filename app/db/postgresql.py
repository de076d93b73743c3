"""PostgreSQL through psycopg 3: sets up connections, and recognises failures after which a transaction is run again.

Imported only if the database is PostgreSQL.

- A process that is cut off from the database notices this within seconds, instead of the quarter of an hour after which
  the kernel gives up. A connection that broke while idle is replaced before it is used.
- Text can't contain NUL. In stored texts and in queries, U+FFFD replaces it.
- Writers don't wait for each other as in SQLite. If two add the same row at once, a unique index raises an error, and
  `Database` calls `is_collision` to decide whether to run the transaction again.
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
"""libpq's settings, in seconds except for the last one, which is in milliseconds."""
ENGINE: Final = {"connect_args": CONNECTING, "pool_pre_ping": True}
READING: Final = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""Options that give a transaction a consistent view. A writing transaction instead sees, in each statement, everything
committed before it, and so the current rows after it waited for a lock."""
_ESCAPES: Final = re.compile(r"\\\\|\\u0000")
_COLLISIONS: Final = (errors.UniqueViolation, errors.SerializationFailure, errors.DeadlockDetected)


class _TextDumper(StrDumper):
    def dump(self, obj: str) -> Buffer | None:
        return super().dump(obj.replace(NUL, STAND_IN))


def set_up(connection: Any, _record: object) -> None:  # noqa: ANN401 - psycopg's connection, as SQLAlchemy hands it over
    """Configure a new connection."""
    connection.adapters.register_dumper(str, _TextDumper)


def dump_storable_json(value: object) -> str:
    """Return JSON without the only escape that PostgreSQL can't convert to text."""
    text = dump_json(value)
    if r"\u0000" not in text:
        return text
    return _ESCAPES.sub(lambda found: STAND_IN if found[0] == r"\u0000" else found[0], text)


def is_collision(error: Exception) -> bool:
    """Return whether a transaction failed only because of a concurrent one, and can be run again."""
    return isinstance(error, TransitionError) or (isinstance(error, DBAPIError) and isinstance(error.orig, _COLLISIONS))
