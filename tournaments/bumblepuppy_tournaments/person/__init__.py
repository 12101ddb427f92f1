"""A seat for a person, at a table of bots."""
