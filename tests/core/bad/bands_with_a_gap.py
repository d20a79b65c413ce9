"""no band holds 3 (in between T-R-INSULT and T-R-OATH)"""

from legation.core.tables import bands, upfrom, upto

bands(upto(2, "bad", cite="T-R-INSULT"), upfrom(4, "good", cite="T-R-OATH"))
