"""LTI 1.3 Advantage: people come from a learning management system, and their scores go back to it."""
