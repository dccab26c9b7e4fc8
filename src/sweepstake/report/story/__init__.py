"""What the report tells first: of each question its answer in words, and how sure that is."""
