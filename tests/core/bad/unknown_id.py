"""there is no ledger id 'T-UNREST-SHIP' (in rules › quiet); did you mean T-UNREST-SHIPS or T-UNREST or T-M-SHIPS?"""

from legation.core.rules import Limit, Registry
from tests.books.tern.book import BOOK

Registry(BOOK.registry.ledgers).declare("rules", Limit("quiet", "T-UNREST-SHIP"))
