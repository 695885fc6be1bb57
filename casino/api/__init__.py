"""REST v1 and the event stream."""
