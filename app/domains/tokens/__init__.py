"""API tokens: credentials for programs, each with scopes and a lifetime."""
