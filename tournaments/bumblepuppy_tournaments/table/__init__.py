"""What the results say: ratings and standings."""
