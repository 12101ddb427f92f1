"""The commands, each a thin shell."""
