"""Inverse questions: which price, paytable or stake gives an edge that is wanted."""
