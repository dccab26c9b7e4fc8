"""The first part of the report: the answer to each question in words, and how certain it is."""
