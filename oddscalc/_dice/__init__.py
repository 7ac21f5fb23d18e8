"""The 36 rolls and their weights; sets of rolls."""
