"""Turns papers and answers into text formats; prints nothing itself."""
