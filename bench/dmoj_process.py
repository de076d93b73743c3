"""Runs a command in the sandbox of DMOJ's judge, once for each line of standard input.

Started by `bench.peers` with a Python that has the package `dmoj`: JOB ANSWER FOLDER... -- COMMAND. The command reads
the file JOB and writes the file ANSWER; it may read the folders, and what DMOJ lets each program read. After each run,
its exit code is printed, or what the sandbox says against it.
"""

import os
import sys

if __name__ == "__main__":
    from dmoj.cptbox import IsolateTracer, TracedPopen, syscalls
    from dmoj.cptbox.filesystem_policies import RecursiveDir
    from dmoj.cptbox.handlers import ALLOW
    from dmoj.executors.base_executor import BASE_FILESYSTEM, BASE_WRITE_FILESYSTEM

    # What JAX needs besides what DMOJ lets every program do, as an entry of its settings would allow it for Python.
    needed = {getattr(syscalls, f"sys_{name}"): ALLOW for name in ("clock_nanosleep", "eventfd2", "mbind")}
    job, answer, *folders = sys.argv[1 : sys.argv.index("--")]
    command = [word.encode() for word in sys.argv[sys.argv.index("--") + 1 :]]
    readable = [*BASE_FILESYSTEM, *(RecursiveDir(folder) for folder in folders)]
    security = IsolateTracer(read_fs=readable, write_fs=BASE_WRITE_FILESYSTEM)
    security.update(needed)
    for _ in sys.stdin:
        with open(job, "rb") as read, open(answer, "wb") as written:  # noqa: PTH123 - descriptors are wanted
            process = TracedPopen(
                command,
                executable=command[0],
                security=security,
                time=120,
                stdin=read.fileno(),
                stdout=written.fileno(),
                stderr=2,
                env=dict(os.environ),
                nproc=-1,
                fsize=1 << 24,
                cwd=os.path.dirname(job).encode(),  # noqa: PTH120 - as the line above
            )
            process.wait()
        print(process.protection_fault or process.returncode, flush=True)
