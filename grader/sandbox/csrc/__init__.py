"""The one piece of native code: `defer_threads.c`, preloaded into zygotes so that a warm process can be forked."""
