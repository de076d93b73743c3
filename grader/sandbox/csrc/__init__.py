"""The only native code: `defer_threads.c`, preloaded into zygotes to make forking a warm process possible."""
