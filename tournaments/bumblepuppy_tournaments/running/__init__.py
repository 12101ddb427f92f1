"""Running a tournament from what was asked for: its file, its bots, its screen and its hooks."""
