"""Legation in a browser: pages, live updates and a JSON API over a store."""
