"""A World at War: diplomacy, tensions and minor countries."""
