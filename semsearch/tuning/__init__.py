"""Adapting an encoder to an index: from questions and their papers to a model of its own, kept only if it is better."""
