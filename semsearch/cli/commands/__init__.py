"""One module per command: each parses, calls the library once, and prints."""
