"""What was observed, against theory: rolls that were logged, and results of tables."""
