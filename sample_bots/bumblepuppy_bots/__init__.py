"""Bots to play against, and to imitate: one short file each."""
