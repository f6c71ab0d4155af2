"""Vectors: scenarios in a form that needs nothing of ours, exported and checked for drift."""
