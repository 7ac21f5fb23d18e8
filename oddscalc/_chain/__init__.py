"""The absorbing chain: its graph, its rows, its solution, how long it lasts; the store."""
