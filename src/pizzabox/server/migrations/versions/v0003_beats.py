"""Workers count instead of naming a time. Whoever served the database before has stopped, and has no table."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.execute("UPDATE tables SET worker = NULL WHERE worker IS NOT NULL")
    op.drop_table("workers")
    op.create_table(
        "workers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beat", sa.Integer, nullable=False),
    )
