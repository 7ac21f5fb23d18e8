"""Wagers as automata: start somewhere, step with every roll, end in an outcome."""
