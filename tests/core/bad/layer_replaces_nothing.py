"""the layer house rule changes T-M-STORM, which is not there (in Talks)"""

from legation.core.tables import Layer, Table, modifier

Table("Talks", "T-TALKS").with_layers(
    Layer("house rule", 1, replaces={"T-M-STORM": modifier(1, "calm", cite="T-M-HOUSE")})
).effective
