"""How fast semsearch is on this machine, with this index."""
