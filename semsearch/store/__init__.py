"""The index folder on disk: its files, its lock, and the SQLite store that is the only truth."""
