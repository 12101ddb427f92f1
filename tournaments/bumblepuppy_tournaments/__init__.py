"""The organiser's tool: schedules, runs, rates and shows tournaments."""
