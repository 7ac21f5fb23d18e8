"""What laboratories file of a bet beside its value: the long run, prices, stakes, exposure."""
