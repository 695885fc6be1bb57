"""Musical Casino."""
