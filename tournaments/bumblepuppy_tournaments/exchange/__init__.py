"""Results that leave a tournament file for other programs, and records that come back."""
