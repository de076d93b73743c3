"""The process of a worker: reads tasks from a socket, runs them one after another, and writes their results.

Usage: `python -m app.kit.workers.process DESCRIPTOR`. It ends when the socket closes, so it never outlives its server.

Before each task it sets the limit of its own processor time to its usage so far plus the task's limit. If the task
exceeds that, the kernel kills the process, whatever it is doing. Between tasks nothing limits its time. Memory is
limited once. The process has a lower priority than the server.
"""

from __future__ import annotations

import json
import math
import os
import resource
import socket
import struct
import sys
import time
from typing import TYPE_CHECKING, Any, Final

from app.kit.errors import InvalidInputError
from app.kit.language import use_language
from app.kit.workers.tasks import find_signature, find_task

if TYPE_CHECKING:
    from typing import BinaryIO

LENGTH: Final = struct.Struct("!I")
"""The format of a frame's length in bytes, which precedes its content."""
MEMORY: Final = 1 << 30
"""The maximum address space of a worker, in bytes. The server with all its libraries uses a tenth of that."""
NICENESS: Final = 5
"""What is added to the niceness of a worker, so that the server runs first; from 0 to 19."""


def main() -> None:
    """Run tasks until the socket closes."""
    limit_process()
    connection = socket.socket(fileno=int(sys.argv[1]))
    with connection.makefile("rb") as reader, connection.makefile("wb") as writer:
        while True:
            header = read_frame(reader)
            if header is None:
                return
            order: dict[str, Any] = json.loads(header)
            arguments = read_frame(reader)
            if arguments is None:
                return
            answer, result = run(order, arguments)
            writer.write(frame(json.dumps(answer).encode()) + frame(result))
            writer.flush()
            if answer["outcome"] == "failed":
                return  # Its state is unknown now: another process replaces it.


def run(order: dict[str, Any], arguments: bytes) -> tuple[dict[str, Any], bytes]:
    """Run a task; return its outcome, with the processor time that it took in seconds, and its result as JSON."""
    use_language(order["language"])
    answer: dict[str, Any] = {"outcome": "done"}
    result, began = b"", time.process_time()
    try:
        function = find_task(order["task"])
        signature = find_signature(function)
        limit_task(order["cpu_s"])
        began = time.process_time()  # Importing the task's module isn't the fault of its text.
        result = signature.result.dump_json(function(*signature.arguments.validate_json(arguments)))
    except InvalidInputError as error:
        answer = {"outcome": "refused", "field": error.field, "message": error.message}
    except (MemoryError, RecursionError):
        answer = {"outcome": "failed", "reason": "too_heavy"}
    except Exception as error:  # noqa: BLE001 - reported to the server, which logs it
        answer = {"outcome": "failed", "reason": f"{type(error).__name__}: {error}"[:500]}
    lift_task_limit()
    return {**answer, "seconds": time.process_time() - began}, result


def limit_process() -> None:
    """Set the limits of the whole process."""
    os.setsid()  # A task's own processes are killed with it.
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _limit(resource.RLIMIT_AS, MEMORY)


def limit_task(cpu_s: float) -> None:
    """Make the kernel kill this process after `cpu_s` more seconds of processor time, rounded up to whole seconds."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _limit(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime + cpu_s))


def lift_task_limit() -> None:
    """Let the process take any time until the next task, whose module it may have to import, has a limit of its own."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def _limit(kind: int, amount: int) -> None:
    hard = resource.getrlimit(kind)[1]
    resource.setrlimit(kind, (amount if hard == resource.RLIM_INFINITY else min(amount, hard), hard))


def frame(content: bytes) -> bytes:
    """Return a frame with this content."""
    return LENGTH.pack(len(content)) + content


def read_frame(reader: BinaryIO) -> bytes | None:
    """Return the next frame's content; None if the socket was closed."""
    length = reader.read(LENGTH.size)
    if len(length) < LENGTH.size:
        return None
    content = reader.read(LENGTH.unpack(length)[0])
    return content if len(content) == LENGTH.unpack(length)[0] else None


if __name__ == "__main__":
    main()
