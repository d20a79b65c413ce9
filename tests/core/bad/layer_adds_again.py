"""the layer house rule adds T-M-GOLD, which is there already (in Talks)"""

from legation.core.tables import Layer, Table, modifier

Table("Talks", "T-TALKS", modifiers=(modifier(1, "gold", cite="T-M-GOLD"),)).with_layers(
    Layer("house rule", 1, adds=(modifier(2, "more gold", cite="T-M-GOLD"),))
).effective
