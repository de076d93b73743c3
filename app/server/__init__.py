"""The application's assembly, and the processes that run it."""
