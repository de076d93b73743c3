"""The migrations from an empty database to the tables of `app.db.models`."""
