"""What is shown of a tournament."""
