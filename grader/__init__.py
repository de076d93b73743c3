"""The grader: publishes problems as bundles and judges submissions to them. It is independent of the service around it.

Processes and pipes
-------------------
::

    supervisor (grading, judge: no JAX, runs no authored code)
    │
    ├── jail ── root zygote (inside/zygote.py: JAX imported, one thread, no submission)
    │             │  requests, replies, stdout, stderr, status     frames, as for a worker
    │             │  control (a socket)                            "fork a worker", "fork a zygote", with descriptors
    │             │
    │             ├── problem's zygote (warm with the problem's public code; a control socket of its own)
    │             │     ├── worker: a spare, then one submission
    │             │     └── worker: another
    │             └── worker: a spare for anything else: cases.py, checker.py, code in a lesson
    │
    └── each worker has four pipes to the supervisor, and one from its zygote
          requests   supervisor -> worker      HELLO, WARM, JOB
          replies    worker -> supervisor      READY, LOADED, CASE, DONE, FAILED, CACHE, CASES; signed while it grades
          stdout     worker -> supervisor      what the submission prints, counted and cut
          stderr     worker -> supervisor      likewise
          status     zygote -> supervisor      how the worker ended

`grader.protocol` defines the requests and replies, `grader.sandbox` the walls. A worker is confined before its first
JOB, serves once and is killed.

The path of a grade
-------------------
1. `grading.client.Grader.grade` takes a bundle and a source, and makes a `grading.grade.Grade` of them.
2. `judge.screen` refuses a source that can't be one: empty, too large, not UTF-8.
3. `grading.sandboxes` takes a spare from `grading.pool`, if possible one that is warm for the problem.
4. `grading.conversation` sends a JOB (`grading.jobs`) with the source and the samples.
5. In the worker, `inside.harness` imports the source, makes the calls, and sends the outputs and the
   evidence.
6. `judge.submission` takes each CASE frame: `judge.evidence` validates it strictly, `judge.checks` judges it.
7. After the samples, the hidden cases are sent; `judge.hidden` withholds from reports what could reveal their values.
8. A problem's own `checker.py` looks at the outputs in a second sandbox (`grading.checker_sandbox`).
9. `judge.conclusion` derives one verdict from all cases, or from the way the sandbox ended.
10. `grading.grade` writes the `report.Report`, and the sandboxes are killed.
"""
