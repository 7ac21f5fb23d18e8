"""Who may make which wager, when, and under which reading of which text. No prices."""
