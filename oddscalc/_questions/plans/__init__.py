"""Betting plans: bets with stakes and rules for changing them, valued exactly.

``language`` reads what rules say, ``plan`` the files; ``play`` is the automaton of table, bets and
counters; ``rewards`` explores it into a chain whose steps carry money, and ``moments`` and
``distribution`` value that.
"""
