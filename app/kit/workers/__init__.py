"""Worker processes for untrusted text: rendering Markdown, highlighting source, computing diffs, reading archives.

Theory of operation
-------------------
A function that looks harmless may take minutes for 5 KB of text that was written to slow it down. On the event loop it
would block the whole service, and in a thread it couldn't be stopped. So each such function is marked `@task`
(`tasks`), and called through `Workers.run` (`pool`), which sends its arguments to a process (`process`) and reads its
result. A task has a limit of processor time, which the kernel enforces, a limit of wall-clock time, and a limit of
memory; a process that reaches one of them is killed and replaced. Each person has one running task and a few waiting
ones, and whoever has used the workers least lately is next (`turns`), so nobody's texts delay other people's for long.

Processes are started when first needed and then kept. They are started by `exec`, never as copies of the server with
its threads and secrets. Messages are JSON, never pickles, in frames: a length of four bytes, then the content.
"""
