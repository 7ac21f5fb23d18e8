"""The questions beyond one edge, a room for each."""
