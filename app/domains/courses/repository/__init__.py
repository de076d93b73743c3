"""All SQL about courses: courses and staff, people, assignments, grades."""
