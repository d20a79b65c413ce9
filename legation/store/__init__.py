"""Games in a database: the exact lines of their records, their vaults, and who may enter by which link."""

from legation.store.beside import Beside, Spent
from legation.store.store import Kept, Moved, Once, ReadFailed, Store, Summary, WriteFailed

__all__ = ["Beside", "Kept", "Moved", "Once", "ReadFailed", "Spent", "Store", "Summary", "WriteFailed"]
