"""What is played: settings from options and TOML files, and the plan that follows."""
