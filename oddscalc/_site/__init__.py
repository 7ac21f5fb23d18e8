"""Static pages: every bet, table and rulebook, to be read from a file, offline."""
