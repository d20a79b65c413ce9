"""the id T-INCOME is declared twice (in rules › more income); first in rules › income"""

from legation.core.rules import Registry, Rule
from tests.books.tern.book import BOOK

Registry(BOOK.registry.ledgers).declare("rules", Rule("income", "T-INCOME"), Rule("more income", "T-INCOME"))
