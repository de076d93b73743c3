"""Submissions: taking them in, telling how they go, recording what came of them."""
