"""The file formats that papers are read from."""
