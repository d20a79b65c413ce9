"""two layers of one rank change T-M-GOLD (in Talks); one and two"""

from legation.core.tables import Layer, Table, modifier

Table("Talks", "T-TALKS", modifiers=(modifier(1, "gold", cite="T-M-GOLD"),)).with_layers(
    Layer("one", 1, replaces={"T-M-GOLD": modifier(2, "gold", cite="T-M-HOUSE")}),
    Layer("two", 1, drops=("T-M-GOLD",)),
).effective
