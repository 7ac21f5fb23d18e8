"""What each result says, as a document."""
