"""What the report begins with: the answer to each question in words, and how sure it is."""
