"""`python -m legation` is the command `legation`."""

from legation.cli import main

main()
