"""A game that was played, shown again action by action: at the screen, and as a transcript."""
