"""A client of a server elsewhere, for the commands. It knows nothing of the service's inside."""
