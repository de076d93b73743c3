"""The queue of submissions that wait for a runner."""
