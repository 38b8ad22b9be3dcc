"""From files to papers and questions: text, tables, JSON, BibTeX, RIS, XML and other exports, packed or not."""
