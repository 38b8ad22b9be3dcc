"""Puts the parts together; the only room that knows rows and papers at once."""
