"""Problem packages: the files that an author writes, as strict types."""
