"""A worker for attacks: confined exactly like the real one, it runs the source that it receives.

It runs inside the jail, by path. `ready` in the header of HELLO lists modules to import before the walls go up.
"""

from __future__ import annotations

import importlib
import os
import sys
import traceback

sys.path[:0] = ["/dojo", "/attacks", *sys.argv[3:]]

from grader.inside.confine import confine  # noqa: E402 - the path comes first
from grader.protocol import Frame, FrameKind, encode_frame, read_frame  # noqa: E402

requests, replies = int(sys.argv[1]), int(sys.argv[2])


def read_exactly(size: int) -> bytes:
    data = b""
    while len(data) < size:
        some = os.read(requests, size - len(data))
        if not some:
            os._exit(0)
        data += some
    return data


def send(kind: FrameKind, header: dict[str, object]) -> None:
    rest = encode_frame(Frame(kind, header))
    while rest:
        rest = rest[os.write(replies, rest) :]


hello = read_frame(read_exactly)
modules = hello.header.get("preload", [])
assert isinstance(modules, list)
for name in modules:
    importlib.import_module(name)
confine(hello.header["confine"], hello.payload, keep_fds=(requests, replies))
send(FrameKind.READY, {})
job = read_frame(read_exactly)
scope: dict[str, object] = {"replies": replies, "requests": requests, "__name__": "attack"}
try:
    exec(compile(str(job.header["source"]), "attack.py", "exec"), scope)  # noqa: S102 - what it is for
except BaseException as error:  # noqa: BLE001 - SystemExit and KeyboardInterrupt included
    sys.stdout.flush()
    number = error.errno if isinstance(error, OSError) else None
    text = "".join(traceback.format_exception(error))[-4000:]
    send(FrameKind.FAILED, {"type": type(error).__name__, "errno": number, "traceback": text})
else:
    sys.stdout.flush()
    send(FrameKind.DONE, {"result": repr(scope.get("result"))})
os._exit(0)
