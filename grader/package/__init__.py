"""What an author writes: a problem's files as strict types."""
