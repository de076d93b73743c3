"""What all routes share: errors as problem details, headers, middleware, the description of the API."""
