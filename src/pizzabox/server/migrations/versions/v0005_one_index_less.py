"""The index over the status and worker of all tables goes: what it was for has an index of its own by now."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.drop_index("ix_tables_status_worker", "tables")
