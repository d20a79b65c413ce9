"""Many worlds at once, as columns of arrays, and what is built on that; bots and advice besides, without arrays."""
