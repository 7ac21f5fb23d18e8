"""What outcomes pay: prices, commissions and paytables. Rules are elsewhere."""
