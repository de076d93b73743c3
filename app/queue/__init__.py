"""The queue of submissions that are waiting for a runner."""
