"""All SQL about LTI."""
