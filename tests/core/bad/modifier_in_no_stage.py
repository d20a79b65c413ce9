"""T-M-GOLD stands in no known stage: 'last'; one of ('general',)"""

from legation.core.tables import Table, modifier

Table("Talks", "T-TALKS", modifiers=(modifier(1, "gold", cite="T-M-GOLD", stage="last"),)).effective
