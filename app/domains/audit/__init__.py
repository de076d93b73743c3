"""The audit log: what admins and instructors do."""
