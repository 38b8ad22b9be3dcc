"""How good answers are: collections with judged questions, runs, measures, and whether a difference is one."""
