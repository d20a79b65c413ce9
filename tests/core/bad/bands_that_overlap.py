"""the bands 2 or less and 1 or more overlap (in T-R-INSULT and T-R-OATH)"""

from legation.core.tables import bands, upfrom, upto

bands(upto(2, "bad", cite="T-R-INSULT"), upfrom(1, "good", cite="T-R-OATH"))
