"""The tables, as the code reads them; `migrations` brings a database to this shape."""

from __future__ import annotations

from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text, UniqueConstraint

__all__ = ["METADATA", "entries", "games", "keys", "looks", "once", "pencils", "tokens", "vaults"]

METADATA = MetaData()

games = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("book", Text, nullable=False),
    Column("scenario", Text, nullable=False),
    Column("plan", Text, nullable=False),  # who plays which seat, as JSON
    Column("begun", Float, nullable=False),
    Column("header", LargeBinary, nullable=False),  # the first line of the record
    Column("size", Integer, nullable=False),  # entries so far: a writer that did not know of the last one is refused
    Column("phase", Text, nullable=False),
    Column("over", Integer, nullable=False),
    Column("moved", Float),  # when its last entry was kept; of games of earlier versions nobody knows
    # of what lies beside the record (plan, links, sheets): a server that has an older one in memory reads it again
    Column("revision", Integer, nullable=False, server_default="0"),
)

entries = Table(
    "entries",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("line", LargeBinary, nullable=False),  # byte for byte, so that the chain of hashes holds
)

vaults = Table(
    "vaults",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

tokens = Table(  # invitations that nobody has used yet
    "tokens",
    METADATA,
    Column("digest", String(64), primary_key=True),  # the token itself is kept nowhere
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Text, nullable=False),
    UniqueConstraint("game", "seat"),
)

keys = Table(  # of the devices and programs that have taken a chair; several may be one person's
    "keys",
    METADATA,
    Column("digest", String(64), primary_key=True),  # the key itself is kept nowhere
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seat", Text, nullable=False),
)

pencils = Table(  # the sheets that a seat has filled in; no part of the record
    "pencils",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("content", LargeBinary, nullable=False),
)

looks = Table(  # what a chair has been told of the record, so that nobody is told a thing twice, nor never
    "looks",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(60), primary_key=True),
    Column("since", Integer, nullable=False),  # its dispatch tells what came after this entry
    Column("seen", Integer, nullable=False),  # the last entry that its page has shown
    Column("at", Float, nullable=False),  # when that was
)

once = Table(  # acts that came with a name of their own, so that a repeat finds its answer instead of acting again
    "once",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("name", String(64), primary_key=True),  # a hash of the chair and the name that it gave
    Column("said", String(64), nullable=False),  # a hash of what was said with it
    Column("first", Integer, nullable=False),  # the entries that were its answer
    Column("last", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
