"""Books that exist only for the tests."""
