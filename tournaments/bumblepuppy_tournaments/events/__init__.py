"""What happens in a tournament, told to other programs: `tournaments/EVENTS.md`."""
