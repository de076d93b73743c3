"""Infrastructure without domain knowledge: errors, settings, languages, logs, e-mail."""
