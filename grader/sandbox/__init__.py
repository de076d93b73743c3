"""The sandbox: the walls around a process that runs authored code, and how to start, control and end that process."""
