"""The referee: enforces rules and time between bots that connect over gRPC."""
