"""The pages: what a browser gets."""
