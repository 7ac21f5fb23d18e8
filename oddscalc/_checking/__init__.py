"""Checking what others submit: a paytable or rules submission against a rulebook."""
