"""What the service is about: a package for each noun, with its routes, service, repository and schemas."""
