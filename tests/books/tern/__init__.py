"""Tern: two leagues, three islands, four turns.  A made-up game that uses every form the kernel knows."""
