"""What learners, staff and authors say about a submission, and requests to look at a verdict or a grade again."""
