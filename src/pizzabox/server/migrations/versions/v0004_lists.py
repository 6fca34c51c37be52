"""What is asked for again and again has an index of its own: public tables, and running ones that are no worker's.

The index over when all tables were last changed goes: it had to be written with every move.
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.drop_index("ix_tables_moved", "tables")
    lite, postgres = sa.text("public = 1"), sa.text("public")
    op.create_index("ix_tables_public", "tables", ["status", "moved"], sqlite_where=lite, postgresql_where=postgres)
    abandoned = sa.text("status = 'running' AND worker IS NULL")
    op.create_index("ix_tables_abandoned", "tables", ["id"], sqlite_where=abandoned, postgresql_where=abandoned)
