"""How the sample bots decide: plain functions of what a seat sees and remembers."""
