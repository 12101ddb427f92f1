"""Hosting a tournament for bots that come over a network."""
