"""Entering a bot: it is checked, tried, and put on the roster."""
