"""The tournament file."""
