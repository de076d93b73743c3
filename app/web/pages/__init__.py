"""The pages: a module of routes for each."""
