"""Courses: a class, its staff, its roster, its assignments and its grades."""
