"""The history of the schema; alembic runs these files."""
