"""The runners of an installation, and the queue that they work off: for those who look after it."""
