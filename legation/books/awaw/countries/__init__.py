"""One module for each country: its table, its own rules, deeds and words, in the order of the books."""
