"""the first band must be open below and the last open above (in T-R-INSULT)"""

from legation.core.tables import at, bands, upto

bands(upto(2, "bad", cite="T-R-INSULT"), at(3, "good", cite="T-R-OATH"))
