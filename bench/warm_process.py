"""A trusted process outside any sandbox that runs each job that it reads, with a compile cache if one is named.

Nothing is watched here: no probes, no guard. Only the cases themselves take time. With `--fork`, it runs the first job
itself, and each further one in a fork of itself, which copies each page of memory that it changes.
"""

import argparse
import os
import sys
import warnings
from pathlib import Path

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("requests", type=int, help="the descriptor from which jobs are read")
    parser.add_argument("replies", type=int, help="the descriptor to which results are written")
    parser.add_argument("packages", nargs="*", help="folders of packages to import")
    parser.add_argument("--cache", help="the folder of the compile cache")
    parser.add_argument("--fork", action="store_true", help="run each job after the first in a fork")
    options = parser.parse_args()
    sys.path[:0] = [str(Path(__file__).resolve().parent.parent), *options.packages]
    warnings.simplefilter("ignore")
    import jax

    if options.cache:
        jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
        jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
        jax.config.update("jax_persistent_cache_enable_xla_caches", "none")
        jax.config.update("jax_compilation_cache_dir", options.cache)
    jax.config.update("jax_cpu_enable_async_dispatch", False)  # noqa: FBT003 - JAX's own signature
    from grader.inside import channel, harness, questions
    from grader.inside.probes import Recorder
    from grader.inside.source import Source
    from grader.protocol import Frame

    line = channel.Channel(options.requests, options.replies)
    recorder = Recorder()

    def run(job: Frame) -> None:
        """Run a job in this process."""
        source = Source(str(job.header["source"]))
        recorder.functions = source.functions
        harness.SubmissionRun(job, source, recorder, line.send).run(questions.read_cases(job))

    run(line.receive())
    while True:
        job = line.receive()
        if not options.fork:
            run(job)
        elif os.fork():
            os.wait()
        else:
            run(job)
            os._exit(0)
