"""The contract between bots and the referee, as generated modules."""
