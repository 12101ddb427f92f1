"""What a tournament's results tell, and how sure they are."""
