"""Minor countries, rules 82 to 89: what is general.  A country's own rules stand in `awaw/countries`."""
