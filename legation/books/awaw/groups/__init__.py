"""Tables and rows that several countries share."""
