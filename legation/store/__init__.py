"""Games in a database: the exact lines of their records, their vaults, and who may enter by which link."""

from legation.store.store import Kept, Moved, Store, Summary, WriteFailed

__all__ = ["Kept", "Moved", "Store", "Summary", "WriteFailed"]
