"""Lists of public tables have an index of their own; the one over all tables was changed with every move."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_index("ix_tables_moved", "tables")
    public = {"sqlite_where": sa.text("public = 1"), "postgresql_where": sa.text("public")}
    op.create_index("ix_tables_public", "tables", ["status", "moved"], **public)
