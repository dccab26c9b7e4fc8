"""What a function may do to be rewritten: the closed list, and what is checked as it runs."""
