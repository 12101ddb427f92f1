"""Whether a tournament file holds what follows from its secret and the rules."""
