"""Worker processes for what is computed from strangers' text: drawn Markdown, coloured source, differences, archives.

Theory of operation ------------------- A program that looks harmless may take minutes for 5 KB of text that was written
to slow it down. On the event loop it stops the whole service, and in a thread nothing can end it. So each such function
is marked `@task` (`tasks`), and called through `Workers.run` (`pool`), which sends its arguments to a process
(`process`) and reads its result. A task has a limit of processor time, which the kernel enforces, a limit of time by
the clock, and a limit of memory; a process that reaches one is killed and replaced. Each person has one task running
and a few that wait, so that nobody's text delays the others' for long.

Processes are started when they are first needed, by `exec`, never as copies of the server with its threads and secrets,
and stay. Messages are JSON in frames, each as a length of four bytes and its content; never pickles.
"""
