"""What people show each other: links to submissions, solutions with votes, and leaderboards."""
