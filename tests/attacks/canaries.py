"""A runner that knows secrets, and submissions that search for them. Run as a program, in its own process.

    python -m tests.attacks.canaries DATA CANARY

DATA is a data directory, and CANARY another secret, on the command line. The program prints, as JSON, what `SEARCH`
finds in this process, where it must find all secrets, and in each kind of process that runs untrusted code.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from grader.errors import SandboxStartError
from grader.protocol import Frame, FrameKind
from grader.sandbox.jail import Bind, Jail
from grader.sandbox.native import build_library
from grader.sandbox.process import SandboxProcess
from grader.sandbox.zygote import Zygote
from grader.settings import GraderSettings
from tests.integration.sandbox.conftest import JOB, begin, finish, soon, warm_up

SEARCH = r'''
import json, os, re, sys, sysconfig
import numpy as np
PATTERN = re.compile(b"cana" + b"ry-([a-z_]+)-[0-9a-f]{16}")
PATHS = sysconfig.get_paths()
LIBRARIES = (PATHS["stdlib"], PATHS["purelib"], "/usr", "/lib", "/proc", "/sys", "/dev")
CHUNK, PIECE = 2**22, 2**16
OWN = "cana" + "ry-own-" + "0" * 16  # to be found in the memory of each process, so that it is known to be searched

def names(data):
    return {found.decode() for found in PATTERN.findall(data)}

def read(path):
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            return os.read(descriptor, CHUNK)
        finally:
            os.close(descriptor)
    except OSError:
        return b""

def search_processes(what):
    return set().union(*(names(read(f"/proc/{one}/{what}")) for one in os.listdir("/proc") if one.isdigit()))

def search_descriptors():
    found = set()
    for one in range(4096):
        try:
            found |= names(os.pread(one, CHUNK, 0))
        except OSError:
            pass
    return found

class Memory:
    """What lies at an address, as numpy reads it."""
    def __init__(self, start, size):
        self.__array_interface__ = {"version": 3, "typestr": "|u1", "shape": (size,), "data": (start, True)}

def peek(pipe, start, size):
    """Return what lies at an address, nothing where there is nothing: the kernel reads it."""
    try:
        return os.read(pipe[0], os.write(pipe[1], memoryview(np.asarray(Memory(start, size)))))
    except OSError:
        return b""

def search_memory(maps):
    """Own memory, but for what is mapped from files and can't be written."""
    found, pipe = set(), os.pipe()
    for line in (maps or open("/proc/self/maps").read()).splitlines():
        addresses, mode, _, _, _, *path = line.split(maxsplit=5)
        if mode[0] != "r" or (path and (path[0].startswith("[v") or (path[0].startswith("/") and mode[1] != "w"))):
            continue
        start, end = (int(one, 16) for one in addresses.split("-"))
        for at in range(start, end, PIECE - 256):
            found |= names(peek(pipe, at, min(PIECE, end - at)))
    return found

def search_files(tops):
    found = set()
    for top in tops:
        for folder, folders, files in os.walk(top):
            folders[:] = [one for one in folders if not os.path.join(folder, one).startswith(LIBRARIES)]
            for file in files:
                found |= names(read(os.path.join(folder, file)))
    return found

def search(tops, maps=None):
    return {
        "environment": sorted(names(repr(dict(os.environ)).encode())),
        "environments": sorted(search_processes("environ")),
        "command lines": sorted(search_processes("cmdline")),
        "descriptors": sorted(search_descriptors()),
        "memory": sorted(search_memory(maps)),
        "files": sorted(search_files(tops)),
    }
'''


HIDING = f"""
import sys, types
finder = sys.modules["jax.finder"] = types.ModuleType("jax.finder")
exec({SEARCH!r}, finder.__dict__)
def probe():
    return 1
"""
"""Public code that makes the search available to submissions: a submission that reads memory itself is refused."""
WORKER = Path(__file__).with_name("worker.py")


def main(data: Path) -> dict[str, dict[str, list[str]]]:
    """Return the findings by kind of process, after each has searched everything that it can read, and `data`."""
    held = (data / "held").open("rb")
    os.set_inheritable(held.fileno(), True)  # noqa: FBT003 - os's own signature
    known = [path.read_bytes() for path in sorted(data.iterdir())]
    scope: dict[str, object] = {}
    exec(SEARCH, scope)  # noqa: S102 - what the submissions do
    search = scope["search"]
    assert callable(search)
    found = {"runner": search([str(data)])}
    settings = GraderSettings(memory_mb=1024, cpu_seconds=60, scratch_mb=16)
    zygote = Zygote.start(settings, (), build_library(Path(sys.argv[3])))
    tops = ["/", str(data)]
    try:
        found["worker"] = search_alone(settings, tops)
        problem = warm_up(zygote, HIDING)
        found["problem's worker"] = search_as_submission(problem, tops)
        problem.close()
        found["public code"] = search_as_public_code(zygote, tops)
    finally:
        zygote.close()
    assert len(known) == len(list(data.iterdir()))
    return found


def search_alone(settings: GraderSettings, tops: list[str]) -> dict[str, list[str]]:
    """Search in a separate sandbox, which doesn't inspect the source that it runs."""
    jail = Jail.from_settings(
        settings, script=Path("/attacks/worker.py"), binds=[Bind(WORKER, Path("/attacks/worker.py"))]
    )
    with SandboxProcess.spawn(jail, settings) as sandbox:
        sandbox.start(jail, soon(), header={"preload": []})
        maps = maps_of(sandbox.worker_pid)
        source = f"{SEARCH}\nprint(json.dumps(search({tops}, {maps!r})), flush=True)"
        sandbox.send(Frame(FrameKind.JOB, {"source": source}), soon())
        frame = sandbox.receive(soon())
        assert frame.kind is FrameKind.DONE, frame
        sandbox.wait(soon())
    return read_found(sandbox.output.stdout)


def search_as_submission(problem: Zygote, tops: list[str]) -> dict[str, list[str]]:
    """Search in a worker forked from a warm zygote, with the code that the problem's public code put there."""
    with problem.fork_worker() as worker:
        maps = maps_of(worker.worker_pid)
        source = (
            "import json, jax.finder as finder\n"
            f"def probe():\n    print(json.dumps(finder.search({tops}, {maps!r})), flush=True)\n"
        )
        begin(worker, source)
        case = finish(worker)
        assert case.header.get("error") is None, case
        return read_found(worker.output.stdout)


def search_as_public_code(zygote: Zygote, tops: list[str]) -> dict[str, list[str]]:
    """Search in the zygote itself, which has fewer walls; it can report its findings only as the name of a wall."""
    telling = f"sys.stderr.write('jaxdojo-wall x: ' + json.dumps(search({tops}, {maps_of(zygote.pid)!r})))"
    source = f"{SEARCH}\n{telling}\nsys.stderr.flush()\nos._exit(90)\n"
    try:
        zygote.fork_zygote(Frame(FrameKind.WARM, {**JOB, "source": source, "cases": []}), soon())
    except SandboxStartError as error:
        return read_found(str(error).encode())
    raise AssertionError("it went on")


def maps_of(pid: int | None) -> str:
    """Return a process's memory map, which it can't read itself; a zygote's child has the same one as the zygote."""
    return Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")


def read_found(told: bytes) -> dict[str, list[str]]:
    """Return the one JSON object in a text."""
    found: dict[str, list[str]] = json.loads(told[told.index(b"{") : told.rindex(b"}") + 1])
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(Path(sys.argv[1]))))
