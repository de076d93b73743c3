"""HTTP code shared by all routes: errors as problem details, headers, middleware, documentation of the API."""
