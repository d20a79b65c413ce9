"""The War Game: World War II, its Diplomat's Guide and 1939 Rules."""
