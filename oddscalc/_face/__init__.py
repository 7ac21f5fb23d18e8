"""The public words: one function for each command, in the module of its name."""
