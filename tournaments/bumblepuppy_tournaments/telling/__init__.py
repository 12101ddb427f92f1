"""What people ask: why a game went wrong, how a game is played, what a machine offers."""
