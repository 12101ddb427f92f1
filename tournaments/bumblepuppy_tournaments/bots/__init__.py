"""Who plays: entrants, the roster, the bots of the house."""
