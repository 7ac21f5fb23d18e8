"""Sweeps: a grid of questions, answered row by row, in one process or in many."""
