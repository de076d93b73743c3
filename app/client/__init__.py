"""A client for remote servers, which the commands use. It is independent of the service's code."""
