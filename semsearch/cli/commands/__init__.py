"""One module a command: each parses, calls the library once, and prints."""
