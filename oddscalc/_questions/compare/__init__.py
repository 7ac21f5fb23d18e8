"""Comparing two rulebooks or two paytables, wager by wager."""
