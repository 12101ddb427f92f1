"""Who meets whom, in which seats, on which deals."""
