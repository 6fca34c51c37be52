"""Alembic runs this for every migration: over the connection it is given, inside that connection's transaction."""

from alembic import context

from pizzabox.server.schema import schema

context.configure(connection=context.config.attributes["connection"], target_metadata=schema)
with context.begin_transaction():
    context.run_migrations()
