"""Numbers that others print about bets: what they are, or what would give them."""
