"""Rules 82.2, 83.3, 83.4 and 83.6: what a conquered country or a colony pays, to whom, and when.

| module | what stands there |
|---|---|
| `worth` | what a land is worth, the share for the rest of a year (00.prorating), how BRPs are booked |
| `by_result` | 82.2: what results of the tables pay, and take back |
| `journal` | the lines under which powers count BRPs of a land; who draws how much, and that none is counted twice |
| `colonies` | 83.33 and 83.4: what a colony is, and whose |
| `captures` | 82.22, 83.31, 83.61: what pays for a land comes into new hands; partisans; new friends |
| `payments` | 83.31 to 83.33: a player turn begins, a combat phase ends, a year ends |
| `accounts` | what a power and the table are told of it |

A deed moves BRPs from one line of the journal to another, or off it, and books what that is worth: no other code does.
"""
