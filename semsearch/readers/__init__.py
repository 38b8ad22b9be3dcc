"""From files to papers and questions: plain text, JSON Lines, JSON and CSV, gzipped or not."""
