"""Options, queries and answers; several bets at once; the registry of quantities."""
