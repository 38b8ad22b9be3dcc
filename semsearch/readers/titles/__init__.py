"""Titles for papers that come without one."""
