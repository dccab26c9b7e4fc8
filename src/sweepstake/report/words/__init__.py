"""Answers as sentences, and how sure they are."""
