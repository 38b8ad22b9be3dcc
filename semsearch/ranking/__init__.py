"""Pure functions that order what was found."""
