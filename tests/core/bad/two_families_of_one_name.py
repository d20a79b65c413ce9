"""two families of facts are called 'gold'"""

from legation.core.facts import Count, Family, Flag, Schema

Schema((Family("gold", Count(), "gold"), Family("gold", Flag(), "gold"))).spec("gold")
