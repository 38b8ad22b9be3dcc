"""The command line: the only room that parses options and prints."""
